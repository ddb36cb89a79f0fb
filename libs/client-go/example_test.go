package nameyard_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"

	nameyard "nameyard.dev/client"
)

// fake responds with a fixed status and body.
func fake(status int, body string) *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
}

func ExampleDomains_Search() {
	server := fake(200, `{"data":{"query":"shop.com","status":"available","price":{"currency":"USD","register":12.49}}}`)
	defer server.Close()
	client, err := nameyard.New(server.URL+"/api/v1", "demo", "ny_sandbox_key")
	if err != nil {
		panic(err)
	}
	found, err := client.Domains.Search(context.Background(), "shop.com")
	if err != nil {
		panic(err)
	}
	fmt.Println(found.Status, found.Price.Register, found.Price.Currency)
	// Output: available 12.49 USD
}

func ExampleAPIError() {
	server := fake(409, `{"error":{"code":"DOMAIN_TAKEN","message":"google.com is taken.","docs":"/docs/errors#DOMAIN_TAKEN"}}`)
	defer server.Close()
	client, err := nameyard.New(server.URL+"/api/v1", "demo", "ny_sandbox_key")
	if err != nil {
		panic(err)
	}
	_, err = client.Domains.Order(context.Background(), nameyard.OrderRequest{Domain: "google.com", Years: 1})
	var failure *nameyard.APIError
	if errors.As(err, &failure) {
		fmt.Println(failure.Status, failure.Code, failure.Message, failure.Attempts, errors.Is(err, nameyard.ErrDomainTaken))
	}
	// Output: 409 DOMAIN_TAKEN google.com is taken. 1 true
}
