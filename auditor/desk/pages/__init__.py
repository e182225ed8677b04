"""The pages of the desk: one module a page, each with its routes in `ROUTES`."""
