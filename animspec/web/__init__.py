"""The service: the same checks over HTTP, with a page to try them.

``jobs`` maps what a request asks to the engine and runs in processes that can
be killed (``pool``); the application around it only reads, hands over and
answers. Nothing that a request says becomes the name of a file.
"""
