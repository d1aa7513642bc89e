"""The rules, one module each; the module's docstring is the rule's page."""
