// Prints what verify.go makes of each vector: go run . FOLDER, in a module "vectors" that has verify.go in its
// folder nameyard; FOLDER has vectors.json.
package main

import (
	"encoding/json"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"vectors/nameyard"
)

type vector struct {
	Secrets []string
	Headers map[string]string
	Body    string
	Now     int64
}

func outcome(v vector) string {
	headers := http.Header{}
	for name, value := range v.Headers {
		headers.Set(name, value)
	}
	event, err := nameyard.VerifyAt(v.Secrets, headers, []byte(v.Body), time.Unix(v.Now, 0))
	var reason nameyard.Reason
	switch {
	case err == nil && event.ID == headers.Get("webhook-id") && !event.Timestamp.IsZero():
		return "ok"
	case errors.As(err, &reason):
		return string(reason)
	case errors.Is(err, nameyard.ErrSecret):
		return "invalid_secret"
	}
	return "another event"
}

func main() {
	text, err := os.ReadFile(filepath.Join(os.Args[1], "vectors.json"))
	if err != nil {
		panic(err)
	}
	var vectors []vector
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	outcomes := []string{}
	for _, v := range vectors {
		outcomes = append(outcomes, outcome(v))
	}
	if err := json.NewEncoder(os.Stdout).Encode(outcomes); err != nil {
		panic(err)
	}
}
