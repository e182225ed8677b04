"""One function a check, one module a topic. `registry` knows them all; `running` calls them."""
