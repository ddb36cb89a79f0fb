// Package nameyardtest gives each test a sandbox of its own.
package nameyardtest

import (
	"context"
	"os"
	"testing"

	nameyard "nameyard.dev/client"
)

// World is a temporary tenant with a client. It ends with its test. Its methods fail the test if a call fails.
type World struct {
	BaseURL string
	Tenant  string
	Key     nameyard.Secret
	// Client has all permissions of the sandbox.
	Client *nameyard.Client

	t            testing.TB
	parent       *nameyard.Client
	parentTenant string
	receivers    []*Receiver
	isEnded      bool
}

var background = context.Background()

// NewWorld creates the world of a test. If the test fails, it logs what has happened in the world. With NAMEYARD_KEEP=1,
// worlds of failed tests are kept for a day.
func NewWorld(t testing.TB, options ...nameyard.NewWorldRequest) *World {
	t.Helper()
	server := must(parent())(t)
	client := must(nameyard.New(server.BaseURL, server.Tenant, string(server.Key)))(t)
	var request nameyard.NewWorldRequest
	if len(options) > 0 {
		request = options[0]
	}
	keeps := os.Getenv("NAMEYARD_KEEP") == "1"
	if keeps {
		request.TTL = "PT24H"
	}
	created := must(client.Control.Worlds.Create(background, request))(t)
	w := &World{BaseURL: server.BaseURL, Tenant: created.Tenant, Key: created.Key, t: t, parent: client, parentTenant: server.Tenant}
	w.Client = must(nameyard.New(w.BaseURL, w.Tenant, string(w.Key)))(t)
	t.Cleanup(func() {
		if t.Failed() {
			t.Log(w.Story())
			w.isEnded = w.isEnded || keeps
		}
		w.End()
	})
	return w
}

// Fault adds a rule that makes requests fail on purpose.
func (w *World) Fault(rule nameyard.AddFaultRequest) *nameyard.FaultView {
	w.t.Helper()
	return must(w.Client.Control.Faults.Add(background, rule))(w.t)
}

// Advance moves the clock forward by an ISO 8601 duration such as P1Y. Everything that falls due has happened then.
func (w *World) Advance(by string) *nameyard.ClockChanged {
	w.t.Helper()
	return must(w.Client.Control.Clock.Advance(background, nameyard.AdvanceRequest{By: by}))(w.t)
}

// Decide decides at once the order of a domain that is pending or requires action.
func (w *World) Decide(decision nameyard.DecideRequest) *nameyard.OrderResult {
	w.t.Helper()
	return must(w.Client.Control.Registry.Decide(background, decision))(w.t)
}

// Verify fails the test with the nearest misses unless there were as many requests or deliveries as expected.
func (w *World) Verify(expected nameyard.VerifyRequest) *nameyard.Verified {
	w.t.Helper()
	result := must(w.Client.Control.Journal.Verify(background, expected))(w.t)
	if !result.Satisfied {
		w.t.Fatal(describeFailure(expected, result))
	}
	return result
}

// Snapshot returns clock, orders, registrations and fault rules, for Restore.
func (w *World) Snapshot() nameyard.WorldSnapshot {
	w.t.Helper()
	return *must(w.Client.Control.World.Get(background))(w.t)
}

// Restore replaces the content of the world by a snapshot.
func (w *World) Restore(snapshot nameyard.WorldSnapshot) *nameyard.RestoredView {
	w.t.Helper()
	return must(w.Client.Control.World.Put(background, snapshot))(w.t)
}

// Reset removes the content of the world.
func (w *World) Reset() *nameyard.ResetView {
	w.t.Helper()
	return must(w.Client.Control.World.Reset(background))(w.t)
}

// End closes the receivers and removes the world. The end of the test calls it.
func (w *World) End() {
	w.t.Helper()
	for _, receiver := range w.receivers {
		receiver.Close()
	}
	w.receivers = nil
	if w.isEnded {
		return
	}
	w.isEnded = true
	if _, err := w.parent.Control.Worlds.End(background, w.Tenant); err != nil && !isCode(err, nameyard.ErrWorldNotFound) {
		w.t.Errorf("the world %s did not end: %v", w.Tenant, err)
	}
}

// must returns the value of a call, or fails the test: must(call())(t).
func must[T any](value T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatalf("nameyardtest: %s", explain(err))
		}
		return value
	}
}
