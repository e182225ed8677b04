"""What an audit found, and what the rulebooks say, in the forms that people and programs read: one module a form."""
