package nameyard

import (
	"log/slog"
	"maps"
	"net/http"
	"time"
)

// Option configures a client, or a single call.
type Option func(*settings)

type settings struct {
	timeout        time.Duration
	hasTimeout     bool
	maxRetries     int
	headers        map[string]string
	idempotencyKey string
	response       *Response
	client         *http.Client
	logger         *slog.Logger
	before, after  func(Attempt)
}

// Response is what a response says beside its data.
type Response struct {
	RequestID string
	// IdempotencyKey is that of all attempts; empty if the call has none.
	IdempotencyKey string
	Attempts       int
	Header         http.Header
}

// Attempt is an attempt of a call, for hooks.
type Attempt struct {
	Method string
	URL    string
	Number int
	// Status is that of the response; 0 before it, and if there was none.
	Status int
	Err    error
}

// WithTimeout sets the maximum duration of each attempt (default 30 seconds).
func WithTimeout(timeout time.Duration) Option {
	return func(s *settings) { s.timeout, s.hasTimeout = timeout, true }
}

// WithMaxRetries sets the maximum number of repeated attempts (default 2).
func WithMaxRetries(count int) Option { return func(s *settings) { s.maxRetries = count } }

// WithHeader adds a header such as X-Request-Id, traceparent or Sandbox-Fault.
func WithHeader(name, value string) Option {
	return func(s *settings) {
		s.headers = maps.Clone(s.headers)
		if s.headers == nil {
			s.headers = map[string]string{}
		}
		s.headers[http.CanonicalHeaderKey(name)] = value
	}
}

// WithIdempotencyKey sets the idempotency key of a call, 1 to 255 visible ASCII characters (default: a new UUID).
func WithIdempotencyKey(key string) Option { return func(s *settings) { s.idempotencyKey = key } }

// WithResponse stores what the response of a call says beside its data.
func WithResponse(response *Response) Option { return func(s *settings) { s.response = response } }

// WithHTTPClient sends requests with a client of yours, for example through a proxy. Its redirects are not followed.
func WithHTTPClient(client *http.Client) Option {
	return func(s *settings) {
		withoutRedirects := *client
		withoutRedirects.CheckRedirect = refuseRedirect
		s.client = &withoutRedirects
	}
}

// WithLogger logs each attempt at the level Debug.
func WithLogger(logger *slog.Logger) Option { return func(s *settings) { s.logger = logger } }

// WithHooks calls functions before and after each attempt; either may be nil.
func WithHooks(before, after func(Attempt)) Option {
	return func(s *settings) { s.before, s.after = before, after }
}

// A redirect would resend the key and may change the method.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

func (s *settings) check() error {
	if s.timeout <= 0 {
		return NewArgumentError("the timeout must be greater than 0, not %s", s.timeout)
	}
	if s.maxRetries < 0 {
		return NewArgumentError("the maximum number of retries must be an integer from 0, not %d", s.maxRetries)
	}
	return nil
}

// checkToken returns an error if a value cannot be sent as a header.
func checkToken(name, value string) error {
	valid := len(value) >= 1 && len(value) <= 255
	for index := 0; index < len(value); index++ {
		valid = valid && value[index] >= '!' && value[index] <= '~'
	}
	if !valid {
		return NewArgumentError("%s must be a string of 1 to 255 visible ASCII characters", name)
	}
	return nil
}
