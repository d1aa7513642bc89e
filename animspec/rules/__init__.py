"""The rules, one module each, in folders; the module's docstring is the rule's page."""
