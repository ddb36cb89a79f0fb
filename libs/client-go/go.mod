module nameyard.dev/client

go 1.22
