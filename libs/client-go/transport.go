package nameyard

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"time"
)

// Version of the client.
const Version = "1.0.0"

var userAgent = fmt.Sprintf("nameyard-go/%s (%s)", Version, runtime.Version())

// call is a call of the API.
type call struct {
	method string
	// path is below /sandbox/.
	path  string
	query any
	body  any
	// isIdempotent tells whether the service accepts an idempotency key.
	isIdempotent bool
	// reads marks a POST request that changes nothing.
	reads bool
	// seconds is the default timeout, if it is longer than that of the client.
	seconds int
}

// transport sends the calls of a client, and repeats them if that can help.
type transport struct {
	baseURL, tenant string
	key             Secret
	defaults        settings
}

func send[T any](ctx context.Context, t *transport, c call, options []Option) (*T, error) {
	s := t.defaults
	for _, option := range options {
		option(&s)
	}
	if !s.hasTimeout {
		s.timeout = max(s.timeout, time.Duration(c.seconds)*time.Second)
	}
	request, err := t.request(c, &s)
	if err != nil {
		return nil, err
	}
	isRepeatable := c.method != http.MethodPost || c.isIdempotent || c.reads
	for attempts := 1; ; attempts++ {
		data, header, err := attempt[T](ctx, request, &s, attempts)
		if err == nil {
			if s.response != nil {
				*s.response = Response{header.Get("X-Request-Id"), s.idempotencyKey, attempts, header}
			}
			return data, nil
		}
		*err.Call() = CallInfo{attempts, s.idempotencyKey}
		pause, isRetried := pauseAfter(err, attempts, isRepeatable)
		if attempts > s.maxRetries || !isRetried {
			return nil, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, &AbortError{CallInfo{attempts, s.idempotencyKey}, context.Cause(ctx)}
		}
	}
}

// outgoing is the request of all attempts of a call.
type outgoing struct {
	method, url string
	header      http.Header
	body        []byte
}

func (t *transport) request(c call, s *settings) (*outgoing, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	header := http.Header{
		"Accept":        {"application/json"},
		"User-Agent":    {userAgent},
		"X-Tenant":      {t.tenant},
		"Authorization": {"Bearer " + string(t.key)},
	}
	o := &outgoing{method: c.method, url: t.baseURL + "/sandbox/" + c.path, header: header}
	if c.body != nil {
		header.Set("Content-Type", "application/json")
		body, err := json.Marshal(c.body)
		if err != nil {
			return nil, NewArgumentError("the arguments cannot be sent as JSON: %v", err)
		}
		o.body = body
	}
	for name, value := range s.headers {
		if header[name] != nil || name == "X-Idempotency-Key" {
			return nil, NewArgumentError("the header %s is set by the client", name)
		}
		if !isSendable(name, value) {
			return nil, NewArgumentError("the header %q or its value cannot be sent", name)
		}
		header.Set(name, value)
	}
	if !c.isIdempotent {
		s.idempotencyKey = ""
	} else {
		if s.idempotencyKey == "" {
			s.idempotencyKey = newUUID()
		}
		if err := checkToken("the idempotency key", s.idempotencyKey); err != nil {
			return nil, err
		}
		// With the usual spelling, net/http would repeat requests by itself, without counting attempts.
		header["X-Idempotency-key"] = []string{s.idempotencyKey}
	}
	query, err := queryOf(c.query)
	if query != "" {
		o.url += "?" + query
	}
	return o, err
}

// isSendable tells whether net/http accepts a header. net/http reports invalid headers as if the connection had failed.
func isSendable(name, value string) bool {
	isControl := func(char rune) bool { return char < ' ' && char != '\t' || char == 0x7f }
	isName := checkToken("", name) == nil && !strings.ContainsAny(name, `"(),/:;<=>?@[\]{}`)
	return isName && !strings.ContainsFunc(value, isControl)
}

// queryOf returns the members of a query; missing ones are omitted.
func queryOf(query any) (string, error) {
	if query == nil {
		return "", nil
	}
	text, err := json.Marshal(query)
	if err != nil {
		return "", NewArgumentError("the query cannot be sent: %v", err)
	}
	var members map[string]any
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(&members); err != nil {
		return "", NewArgumentError("the query cannot be sent: %v", err)
	}
	values := url.Values{}
	for name, value := range members {
		values.Set(name, fmt.Sprint(value))
	}
	return values.Encode(), nil
}

func attempt[T any](ctx context.Context, o *outgoing, s *settings, number int) (*T, http.Header, Error) {
	report := Attempt{Method: o.method, URL: o.url, Number: number}
	if s.before != nil {
		s.before(report)
	}
	data, response, err := exchange[T](ctx, o, s)
	var header http.Header
	if response != nil {
		report.Status, header = response.StatusCode, response.Header
	}
	if err != nil {
		report.Err = err
	}
	if s.logger != nil {
		s.logger.DebugContext(ctx, "nameyard", "method", o.method, "url", o.url, "attempt", number, "status", report.Status, "error", report.Err)
	}
	if s.after != nil {
		s.after(report)
	}
	return data, header, err
}

// exchange sends a request once; the timeout covers the response with its body.
func exchange[T any](ctx context.Context, o *outgoing, s *settings) (*T, *http.Response, Error) {
	limited, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(limited, o.method, o.url, bodyOf(o))
	if err != nil {
		return nil, nil, NewArgumentError("the request cannot be sent: %v", err)
	}
	request.Header = o.header.Clone()
	response, err := s.client.Do(request)
	if err != nil {
		return nil, nil, failureOf(ctx, limited, s, o, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, response, failureOf(ctx, limited, s, o, err)
	}
	if response.StatusCode < 200 || response.StatusCode >= 300 {
		return nil, response, apiErrorOf(response, text, o.url)
	}
	var envelope struct {
		Data *T `json:"data"`
	}
	if err := json.Unmarshal(text, &envelope); err != nil || envelope.Data == nil {
		message := "the response is incomplete, or not from the service: it is not a JSON envelope"
		return nil, response, &ConnectionError{Message: message, Cause: err}
	}
	return envelope.Data, response, nil
}

// bodyOf returns the body of an attempt. net/http repeats GET and DELETE requests by itself if their body is nil.
func bodyOf(o *outgoing) io.Reader {
	if o.body == nil {
		return struct{ io.Reader }{strings.NewReader("")}
	}
	return bytes.NewReader(o.body)
}

func failureOf(ctx, limited context.Context, s *settings, o *outgoing, err error) Error {
	if ctx.Err() != nil {
		return &AbortError{Cause: context.Cause(ctx)}
	}
	if limited.Err() != nil {
		return &TimeoutError{Limit: s.timeout}
	}
	reason := err
	if wrapped := (*url.Error)(nil); errors.As(err, &wrapped) {
		reason = wrapped.Err
	}
	origin, _, _ := strings.Cut(o.url, "/sandbox/")
	return &ConnectionError{Message: fmt.Sprintf("the connection to %s failed: %v", origin, reason), Cause: err}
}

func apiErrorOf(response *http.Response, text []byte, address string) *APIError {
	var body struct {
		Error struct {
			Code      Code              `json:"code"`
			Message   string            `json:"message"`
			Details   []BrokenFieldView `json:"details"`
			Retryable bool              `json:"retryable"`
			Docs      string            `json:"docs"`
		} `json:"error"`
	}
	_ = json.Unmarshal(text, &body) // A proxy may respond with anything.
	failure, status := body.Error, response.StatusCode
	if failure.Code == "" {
		failure.Code, failure.Retryable = CodeUnknown, isRetriedStatus(status)
		failure.Message = fmt.Sprintf("The service responded with status %d and no error code. Check the base URL.", status)
	} else if failure.Message == "" {
		failure.Message = fmt.Sprintf("The service responded with status %d and the error code %s.", status, failure.Code)
	}
	if failure.Code == ErrValidationFailed && len(failure.Details) > 0 {
		var first []string
		for _, each := range failure.Details[:min(3, len(failure.Details))] {
			first = append(first, each.Field+" "+each.Message)
		}
		failure.Message += " " + strings.Join(first, "; ") + "."
	}
	if base, err := url.Parse(address); err == nil && failure.Docs != "" {
		if docs, err := base.Parse(failure.Docs); err == nil {
			failure.Docs = docs.String()
		}
	}
	return &APIError{
		Message: failure.Message, Status: status, Code: failure.Code, Details: failure.Details,
		RequestID: response.Header.Get("X-Request-Id"), Retryable: failure.Retryable, Docs: failure.Docs, Header: response.Header,
	}
}

func newUUID() string {
	var bytes [16]byte
	if _, err := rand.Read(bytes[:]); err != nil {
		panic(err) // a key that is not unique could return the order of another call
	}
	bytes[6], bytes[8] = bytes[6]&0x0f|0x40, bytes[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}
