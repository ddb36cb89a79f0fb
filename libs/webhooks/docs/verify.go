// Package nameyard verifies the webhooks of Nameyard (Standard Webhooks, v1).
// Go 1.20 or later, standard library only.
package nameyard

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// Tolerance is the maximum difference between the clocks of sender and receiver.
const Tolerance = 5 * time.Minute

// Reason is why a request is not an authentic, current message: respond with 400 and ignore it.
// It is an error; compare it with errors.Is, or extract it with errors.As.
type Reason string

// All reasons.
const (
	MissingHeader    Reason = "missing_header"
	InvalidTimestamp Reason = "invalid_timestamp"
	TimestampTooOld  Reason = "timestamp_too_old"
	TimestampTooNew  Reason = "timestamp_too_new"
	NoSignature      Reason = "no_signature"
	WrongSignature   Reason = "wrong_signature"
	InvalidBody      Reason = "invalid_body"
)

func (r Reason) Error() string { return "nameyard webhook: " + string(r) }

// ErrSecret is a configuration error of the receiver: no secret, or a malformed one.
var ErrSecret = errors.New("nameyard webhook: a secret must be whsec_ followed by at least 24 bytes in base64")

// Event is a verified event. ID is the header webhook-id, the same at each attempt; use it to detect duplicates.
type Event struct {
	ID        string          `json:"-"`
	Type      string          `json:"type"`
	Timestamp time.Time       `json:"timestamp"`
	Data      json.RawMessage `json:"data"`
}

var (
	secretForm = regexp.MustCompile(`^whsec_([A-Za-z0-9+/]{32,}={0,2})$`)
	secondForm = regexp.MustCompile(`^[0-9]{1,12}$`)
)

// Verify verifies a request and returns its event. One of the secrets must match; body is the raw body, not parsed.
func Verify(secrets []string, headers http.Header, body []byte) (*Event, error) {
	return VerifyAt(secrets, headers, body, time.Now())
}

// VerifyAt is like Verify, with the given current time.
func VerifyAt(secrets []string, headers http.Header, body []byte, now time.Time) (*Event, error) {
	keys, err := keysOf(secrets)
	if err != nil {
		return nil, err
	}
	id := headers.Get("webhook-id")
	timestamp := headers.Get("webhook-timestamp")
	signatures := headers.Get("webhook-signature")
	if id == "" || timestamp == "" || signatures == "" {
		return nil, MissingHeader
	}

	if !secondForm.MatchString(timestamp) {
		return nil, InvalidTimestamp
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return nil, InvalidTimestamp
	}
	tolerance := int64(Tolerance / time.Second)
	if seconds < now.Unix()-tolerance {
		return nil, TimestampTooOld
	}
	if seconds > now.Unix()+tolerance {
		return nil, TimestampTooNew
	}

	var given []string
	for _, signature := range strings.Split(signatures, " ") {
		if strings.HasPrefix(signature, "v1,") {
			given = append(given, signature)
		}
	}
	if len(given) == 0 {
		return nil, NoSignature
	}
	if !matches(keys, id+"."+timestamp+".", body, given) {
		return nil, WrongSignature
	}

	event := Event{ID: id}
	if json.Unmarshal(body, &event) != nil || event.Type == "" || !strings.HasPrefix(string(event.Data), "{") {
		return nil, InvalidBody
	}
	return &event, nil
}

func matches(keys [][]byte, prefix string, body []byte, given []string) bool {
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(prefix))
		mac.Write(body)
		expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
		for _, signature := range given {
			if hmac.Equal(expected, []byte(signature)) {
				return true
			}
		}
	}
	return false
}

func keysOf(secrets []string) ([][]byte, error) {
	var keys [][]byte
	for _, secret := range secrets {
		match := secretForm.FindStringSubmatch(secret)
		if match == nil {
			return nil, ErrSecret
		}
		key, err := base64.StdEncoding.DecodeString(match[1])
		if err != nil {
			return nil, ErrSecret
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 {
		return nil, ErrSecret
	}
	return keys, nil
}
