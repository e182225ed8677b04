auditor: text report written to /tmp/h17/t/xx
