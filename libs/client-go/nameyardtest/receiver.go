package nameyardtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	nameyard "nameyard.dev/client"
	"nameyard.dev/client/webhooks"
)

// Receiver is a local HTTP server that gets the webhooks of a world and verifies their signatures.
type Receiver struct {
	// URL is the address that the webhooks are sent to.
	URL string
	// ID is that of the receiver in the world.
	ID string
	// Secret signs the webhooks.
	Secret nameyard.Secret

	t          testing.TB
	server     *httptest.Server
	registered chan struct{}
	lock       sync.Mutex
	arrived    *sync.Cond
	answer     func(webhooks.Event) int
	unread     []webhooks.Event
	events     []webhooks.Event
	rejected   []error
	isClosed   bool
}

// Receiver starts a receiver of all events, or of some types, and registers it. Its host name is NAMEYARD_RECEIVER_HOST,
// or 127.0.0.1.
func (w *World) Receiver(types ...string) *Receiver {
	w.t.Helper()
	r := &Receiver{t: w.t, registered: make(chan struct{})}
	r.arrived = sync.NewCond(&r.lock)
	r.Answer(http.StatusOK)
	host, address := os.Getenv("NAMEYARD_RECEIVER_HOST"), "0.0.0.0:0"
	if host == "" {
		host, address = "127.0.0.1", "127.0.0.1:0"
	}
	r.server = httptest.NewUnstartedServer(http.HandlerFunc(r.receive))
	_ = r.server.Listener.Close()
	r.server.Listener = must(net.Listen("tcp", address))(w.t)
	r.server.Start()
	w.receivers = append(w.receivers, r)
	r.URL = fmt.Sprintf("http://%s:%d/webhooks", host, r.server.Listener.Addr().(*net.TCPAddr).Port)
	request := nameyard.NewReceiverRequest{URL: r.URL, Events: types}
	registered := must(w.Client.Control.Receivers.Add(background, request))(w.t)
	r.ID, r.Secret = registered.ID, registered.Secret
	close(r.registered)
	return r
}

// Next waits for the next event of a type that no earlier call has returned, of a domain or of any (""). A domain with
// characters other than ASCII is given as its A-label, xn--…. An event that is delivered again is the same event. It fails
// the test with the list of what arrived.
func (r *Receiver) Next(kind, domain string, within time.Duration) webhooks.Event {
	r.t.Helper()
	deadline := time.Now().Add(within)
	timer := time.AfterFunc(within, func() {
		r.lock.Lock()
		defer r.lock.Unlock()
		r.arrived.Broadcast()
	})
	defer timer.Stop()
	r.lock.Lock()
	defer r.lock.Unlock()
	for {
		for index, event := range r.unread {
			if event.Head().Type == kind && (domain == "" || strings.EqualFold(strings.TrimSuffix(domain, "."), domainOf(event))) {
				r.unread = slices.Delete(r.unread, index, index+1)
				return event
			}
		}
		if r.isClosed || !time.Now().Before(deadline) {
			r.t.Fatalf("No %s %s arrived within %s.\n%s", kind, domain, within, r.describe())
		}
		r.arrived.Wait()
	}
}

// Answer sets the status of the responses from now on.
func (r *Receiver) Answer(status int) { r.AnswerWith(func(webhooks.Event) int { return status }) }

// AnswerWith sets a function that returns the status of the response to an event. Deliveries can call it at the same time.
func (r *Receiver) AnswerWith(answer func(webhooks.Event) int) {
	r.lock.Lock()
	defer r.lock.Unlock()
	r.answer = answer
}

// Events returns all verified webhooks in the order of arrival, also repeated ones.
func (r *Receiver) Events() []webhooks.Event {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.Clone(r.events)
}

// Rejected returns the errors of requests without a valid signature, which were answered with 400.
func (r *Receiver) Rejected() []error {
	r.lock.Lock()
	defer r.lock.Unlock()
	return slices.Clone(r.rejected)
}

// Close stops listening. The receiver stays registered, so that deliveries fail.
func (r *Receiver) Close() {
	r.lock.Lock()
	r.isClosed = true
	r.lock.Unlock()
	r.arrived.Broadcast()
	r.server.CloseClientConnections()
	r.server.Close()
}

func (r *Receiver) receive(w http.ResponseWriter, request *http.Request) {
	body, err := io.ReadAll(request.Body)
	if err != nil {
		return
	}
	select { // Webhooks can arrive before the response with the secret.
	case <-r.registered:
	case <-request.Context().Done():
		return
	}
	event, err := webhooks.Unwrap(body, request.Header, []string{string(r.Secret)}, webhooks.DefaultTolerance)
	w.WriteHeader(r.record(event, err)(event))
}

// record stores what arrived and returns the answer, which runs without the lock, because it may use the receiver.
func (r *Receiver) record(event webhooks.Event, err error) func(webhooks.Event) int {
	r.lock.Lock()
	defer r.arrived.Broadcast()
	defer r.lock.Unlock()
	if err != nil {
		r.rejected = append(r.rejected, err)
		return func(webhooks.Event) int { return http.StatusBadRequest }
	}
	isSame := func(other webhooks.Event) bool { return other.Head().ID == event.Head().ID }
	if !slices.ContainsFunc(r.events, isSame) {
		r.unread = append(r.unread, event)
	}
	r.events = append(r.events, event)
	return r.answer
}

func (r *Receiver) describe() string {
	lines := []string{"Arrived:"}
	for _, event := range r.events {
		note := " (returned by an earlier call)"
		if slices.Contains(r.unread, event) {
			note = ""
		}
		lines = append(lines, fmt.Sprintf("  %s %s%s", event.Head().Type, domainOf(event), note))
	}
	for _, err := range r.rejected {
		lines = append(lines, "  a request that was rejected: "+err.Error())
	}
	if len(lines) == 1 {
		return "Nothing arrived."
	}
	return strings.Join(lines, "\n")
}

func domainOf(event webhooks.Event) string {
	var message struct{ Data struct{ Domain string } }
	if text, err := json.Marshal(event); err == nil {
		_ = json.Unmarshal(text, &message)
	}
	return message.Data.Domain
}
