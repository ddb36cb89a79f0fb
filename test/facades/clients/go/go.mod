module nameyard-facade-clients

go 1.24.0

require (
	github.com/cloudflare/cloudflare-go/v7 v7.9.0
	github.com/dnsimple/dnsimple-go/v9 v9.0.0
)

require (
	github.com/google/go-querystring v1.2.0 // indirect
	github.com/shopspring/decimal v1.4.0 // indirect
	github.com/tidwall/gjson v1.14.4 // indirect
	github.com/tidwall/match v1.1.1 // indirect
	github.com/tidwall/pretty v1.2.1 // indirect
	github.com/tidwall/sjson v1.2.5 // indirect
	golang.org/x/oauth2 v0.34.0 // indirect
)
