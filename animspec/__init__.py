"""Specification, linter and reference evaluator for keyframe animation."""
