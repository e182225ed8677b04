"""Finished hands as rooms write them down, lawful or with one fault planted, without any help of the auditor.

`model` is a hand that knows no format, `playing` plays random lawful ones and `settling` works out what is due. The
`writers` render a hand as each room does. The modules `faults_…` plant one fault in a hand and say what of it an audit
has to find, and for whom.
"""
