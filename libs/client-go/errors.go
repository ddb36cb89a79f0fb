package nameyard

import (
	"fmt"
	"net/http"
	"time"
)

// Error is implemented by all errors of this package, for errors.As.
type Error interface {
	error
	// Call tells which call has failed.
	Call() *CallInfo
}

// CallInfo tells which call has failed. It is empty if the error is not that of a call.
type CallInfo struct {
	// Attempts is the number of attempts of the call.
	Attempts int
	// IdempotencyKey is that of the call; pass it to call again without a second effect.
	IdempotencyKey string
}

// Call returns the information itself.
func (c *CallInfo) Call() *CallInfo { return c }

// ArgumentError is an invalid option or argument.
type ArgumentError struct {
	CallInfo
	Message string
}

func (e *ArgumentError) Error() string { return e.Message }

// NewArgumentError returns an ArgumentError.
func NewArgumentError(format string, args ...any) *ArgumentError {
	return &ArgumentError{Message: fmt.Sprintf(format, args...)}
}

// ConnectionError says that the service could not be reached, or that the connection broke before the response was complete.
type ConnectionError struct {
	CallInfo
	Message string
	Cause   error
}

func (e *ConnectionError) Error() string { return e.Message }
func (e *ConnectionError) Unwrap() error { return e.Cause }

// TimeoutError says that there was no complete response within the timeout. The request may have taken effect.
type TimeoutError struct {
	CallInfo
	Limit time.Duration
}

func (e *TimeoutError) Error() string { return fmt.Sprintf("no response within %s", e.Limit) }

// Timeout makes it a timeout of the package net.
func (e *TimeoutError) Timeout() bool { return true }

// AbortError says that the context of the call ended. The request may have taken effect.
type AbortError struct {
	CallInfo
	Cause error
}

func (e *AbortError) Error() string { return "the call was aborted by its context: " + e.Cause.Error() }
func (e *AbortError) Unwrap() error { return e.Cause }

// SignatureError says that a request is not an authentic, current webhook: respond with 400 and ignore it.
type SignatureError struct {
	CallInfo
	// Reason is missing_header, invalid_timestamp, timestamp_too_old, timestamp_too_new, no_signature, wrong_signature
	// or invalid_body.
	Reason  string
	Message string
}

func (e *SignatureError) Error() string { return e.Message }

// Code is an error code of the API, and an error for errors.Is: errors.Is(err, nameyard.ErrDomainTaken).
type Code string

// CodeUnknown is the code of responses without an error code, for example from a proxy.
const CodeUnknown Code = "UNKNOWN"

func (c Code) Error() string { return string(c) }

// APIError is an error that the service responded with.
type APIError struct {
	CallInfo
	Message string
	Status  int
	Code    Code
	// Details are the refused fields; empty if the error does not concern fields.
	Details []BrokenFieldView
	// RequestID identifies the request in the request log.
	RequestID string
	// Retryable tells whether the same call can succeed later.
	Retryable bool
	// Docs is the URL of the description of the error.
	Docs   string
	Header http.Header
}

func (e *APIError) Error() string { return e.Message }

// Is tells whether the error has the code.
func (e *APIError) Is(target error) bool { return target == error(e.Code) }
