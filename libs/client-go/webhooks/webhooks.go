// Package webhooks verifies and signs webhooks.
package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	nameyard "nameyard.dev/client"
)

// DefaultTolerance is the usual maximum difference between the timestamp of a webhook and its arrival.
const DefaultTolerance = 5 * time.Minute

// Event is one of the types of this package: switch event := event.(type) { case *webhooks.DomainRegisteredEvent: … }.
type Event interface {
	// Head returns what all events have.
	Head() *Header
}

// Header is what all events have.
type Header struct {
	// ID is the same at each attempt of the delivery: use it to detect duplicates.
	ID        string    `json:"id"`
	Type      string    `json:"type"`
	Timestamp time.Time `json:"timestamp"`
}

// Head returns the header itself.
func (h *Header) Head() *Header { return h }

// UnknownEvent is an event of a type that a later version of the service has added.
type UnknownEvent struct {
	Header
	Data map[string]any `json:"data"`
}

// Unwrap verifies a webhook and returns its event. The body is that which was received; one of the secrets must match, so
// that secrets can be rotated. It returns a *nameyard.SignatureError if the webhook is not authentic and current, and a
// *nameyard.ArgumentError if an argument is wrong.
func Unwrap(body []byte, header http.Header, secrets []string, tolerance time.Duration) (Event, error) {
	return UnwrapAt(body, header, secrets, tolerance, time.Now())
}

// UnwrapAt is Unwrap with the time of arrival, for tests.
func UnwrapAt(body []byte, header http.Header, secrets []string, tolerance time.Duration, now time.Time) (Event, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	var values [3]string
	for index, name := range []string{"Webhook-Id", "Webhook-Timestamp", "Webhook-Signature"} {
		if values[index] = header.Get(name); values[index] == "" {
			return nil, refuse("missing_header", "the header %s is missing", strings.ToLower(name))
		}
	}
	id, timestamp, signatures := values[0], values[1], values[2]
	if err := checkTimestamp(timestamp, now, tolerance); err != nil {
		return nil, err
	}
	if err := checkSignature(id+"."+timestamp+"."+string(body), signatures, keys); err != nil {
		return nil, err
	}
	return eventIn(body, id)
}

// Sign returns the headers of a webhook, for unit tests of a receiver.
func Sign(body []byte, secrets []string, id string, at time.Time) (http.Header, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	timestamp := strconv.FormatInt(at.Unix(), 10)
	signatures := make([]string, len(keys))
	for index, key := range keys {
		signatures[index] = "v1," + signatureOf(key, id+"."+timestamp+"."+string(body))
	}
	header := http.Header{}
	header.Set("Webhook-Id", id)
	header.Set("Webhook-Timestamp", timestamp)
	header.Set("Webhook-Signature", strings.Join(signatures, " "))
	return header, nil
}

func keysOf(secrets []string) ([][]byte, error) {
	if len(secrets) == 0 {
		return nil, nameyard.NewArgumentError("at least one secret is required")
	}
	keys := make([][]byte, len(secrets))
	for index, secret := range secrets {
		text, isPrefixed := strings.CutPrefix(secret, "whsec_")
		key, err := base64.StdEncoding.DecodeString(text)
		if !isPrefixed || err != nil || len(key) < 24 {
			return nil, nameyard.NewArgumentError("a secret must be whsec_ followed by at least 24 bytes in base64")
		}
		keys[index] = key
	}
	return keys, nil
}

func signatureOf(key []byte, signed string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(signed))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func checkTimestamp(timestamp string, now time.Time, tolerance time.Duration) error {
	seconds, err := strconv.ParseUint(timestamp, 10, 63)
	if err != nil || len(timestamp) > 12 {
		return refuse("invalid_timestamp", "the header webhook-timestamp must be in Unix seconds")
	}
	// A duration of nanoseconds would overflow.
	age, limit := now.Unix()-int64(seconds), int64(tolerance/time.Second)
	if age > limit {
		return refuse("timestamp_too_old", "the webhook is older than %s", tolerance)
	}
	if age < -limit {
		return refuse("timestamp_too_new", "the webhook is more than %s in the future", tolerance)
	}
	return nil
}

func checkSignature(signed, signatures string, keys [][]byte) error {
	expected := make([][]byte, len(keys))
	for index, key := range keys {
		expected[index] = []byte(signatureOf(key, signed))
	}
	hasSignature, isSigned := false, false
	for _, given := range strings.Split(signatures, " ") {
		signature, isKnown := strings.CutPrefix(given, "v1,")
		hasSignature = hasSignature || isKnown
		for _, each := range expected {
			isSigned = isKnown && hmac.Equal([]byte(signature), each) || isSigned
		}
	}
	switch {
	case !hasSignature:
		return refuse("no_signature", "there is no signature of version v1")
	case !isSigned:
		return refuse("wrong_signature", "no signature matches: wrong secret, or the body was changed")
	}
	return nil
}

func eventIn(body []byte, id string) (Event, error) {
	var message struct {
		Type string         `json:"type"`
		Data map[string]any `json:"data"`
	}
	if err := json.Unmarshal(body, &message); err != nil || message.Type == "" || message.Data == nil {
		return nil, refuse("invalid_body", "the signature is valid, but the body is not a JSON event")
	}
	event := newEvent(message.Type)
	if err := json.Unmarshal(body, event); err != nil {
		return nil, refuse("invalid_body", "the signature is valid, but the body is not a JSON event: %v", err)
	}
	event.Head().ID = id
	return event, nil
}

func refuse(reason, format string, args ...any) error {
	return &nameyard.SignatureError{Reason: reason, Message: fmt.Sprintf(format, args...)}
}
