"""The checks: one function a check, one module a topic, one folder a family of topics, none of which imports another.

The register (`auditing.engine.registry`) finds them by this folder. `auditing.engine` binds and calls them.
"""
