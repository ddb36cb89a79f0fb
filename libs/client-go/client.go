// Package nameyard is the client for the API of Nameyard.
package nameyard

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client is the client of a tenant. It is safe for parallel use.
type Client struct {
	Domains       *Domains
	Orders        *Orders
	Registrations *Registrations
	TLDs          *TLDs
	Events        *Events
	Control       *Control

	description string
}

// New returns a client. The base URL ends in /api/v1; the tenant is its slug.
func New(baseURL, tenant, apiKey string, options ...Option) (*Client, error) {
	t := &transport{tenant: tenant, key: Secret(apiKey), baseURL: strings.TrimSuffix(baseURL, "/")}
	t.defaults = settings{timeout: 30 * time.Second, maxRetries: 2}
	WithHTTPClient(&http.Client{Transport: newPool()})(&t.defaults)
	for _, option := range options {
		option(&t.defaults)
	}
	// A longer timeout of the client does not shorten those of slow calls.
	t.defaults.hasTimeout = false
	for _, check := range []error{t.defaults.check(), t.checkBaseURL(), checkToken("the tenant", tenant), checkToken("the API key", apiKey)} {
		if check != nil {
			return nil, check
		}
	}
	if t.defaults.idempotencyKey != "" || t.defaults.response != nil {
		return nil, NewArgumentError("WithIdempotencyKey and WithResponse are options of a call, not of a client")
	}
	return &Client{
		&Domains{t}, &Orders{t}, &Registrations{t}, &TLDs{t}, &Events{t}, newControl(t),
		fmt.Sprintf("nameyard.Client(%s, %s)", t.baseURL, tenant),
	}, nil
}

// newPool returns connections of its own, unless the program has replaced the transport of the standard library.
func newPool() http.RoundTripper {
	usual, isUsual := http.DefaultTransport.(*http.Transport)
	if !isUsual {
		return http.DefaultTransport
	}
	pool := usual.Clone()
	pool.MaxIdleConnsPerHost = 64
	return pool
}

// String returns the address and the tenant, without the key.
func (c *Client) String() string { return c.description }

func (t *transport) checkBaseURL() error {
	address, err := url.Parse(t.baseURL)
	isValid := err == nil && address.Host != "" && address.User == nil && address.RawQuery == "" && address.Fragment == ""
	isValid = isValid && (address.Scheme == "http" || address.Scheme == "https") && strings.HasSuffix(address.Path, "/api/v1")
	if !isValid {
		return NewArgumentError("the base URL must be an http or https address that ends in /api/v1, without user, query and fragment")
	}
	return nil
}

// Ptr returns a pointer to a value, for optional fields.
func Ptr[T any](value T) *T { return &value }
