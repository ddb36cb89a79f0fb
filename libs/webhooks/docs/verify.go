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

// Tolerance is by how much the clocks of sender and receiver may differ, either way.
const Tolerance = 5 * time.Minute

// Reason says why a request is not a fresh message of ours: answer 400 and do nothing.
// It is an error; compare it with errors.Is, or tell it from other errors with errors.As.
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

// ErrSecret is the receiver's own mistake: no secret, or one that is none.
var ErrSecret = errors.New("nameyard webhook: a secret is whsec_ and base64 of at least 24 bytes")

// Event is what was sent. ID is the header webhook-id, the same at each attempt: de-duplicate by it.
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

// Verify takes one secret or several of which any may fit, and the body as it came, before anything parsed it.
func Verify(secrets []string, headers http.Header, body []byte) (*Event, error) {
	return VerifyAt(secrets, headers, body, time.Now())
}

// VerifyAt is Verify at another time than now.
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
	if !fits(keys, id+"."+timestamp+".", body, given) {
		return nil, WrongSignature
	}

	event := Event{ID: id}
	if json.Unmarshal(body, &event) != nil || event.Type == "" || !strings.HasPrefix(string(event.Data), "{") {
		return nil, InvalidBody
	}
	return &event, nil
}

func fits(keys [][]byte, prefix string, body []byte, given []string) bool {
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
