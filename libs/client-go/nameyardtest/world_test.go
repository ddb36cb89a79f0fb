package nameyardtest_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	nameyard "nameyard.dev/client"
	"nameyard.dev/client/nameyardtest"
	"nameyard.dev/client/webhooks"
)

const patience = 30 * time.Second

func order(t testing.TB, w *nameyardtest.World, domain string) *nameyard.OrderView {
	t.Helper()
	placed, err := w.Client.Domains.Order(context.Background(), nameyard.OrderRequest{
		Domain: domain, Years: 1, Owner: nameyard.Owner{FirstName: "Ada", LastName: "Lovelace", Email: "ada@example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return placed
}

func pay(w *nameyardtest.World, orderID string, options ...nameyard.Option) error {
	payment := nameyard.PaymentRequest{Method: "test", Reference: "invoice-1"}
	_, err := w.Client.Domains.Checkout(context.Background(), nameyard.CheckoutRequest{OrderID: orderID, Payment: payment}, options...)
	return err
}

func TestReceiverGetsEvents(t *testing.T) {
	t.Parallel()
	world := nameyardtest.NewWorld(t)
	receiver := world.Receiver("domain.registered")
	receiver.AnswerWith(func(webhooks.Event) int {
		if len(receiver.Events()) > 1 {
			return 200
		}
		return 500
	})
	if err := pay(world, order(t, world, "shop.com").OrderID); err != nil {
		t.Fatal(err)
	}
	event, isRegistered := receiver.Next("domain.registered", "shop.com", patience).(*webhooks.DomainRegisteredEvent)
	if !isRegistered || event.Data.Domain != "shop.com" || len(receiver.Rejected()) > 0 {
		t.Errorf("got %v, rejected %v", event, receiver.Rejected())
	}
	world.Verify(nameyard.VerifyRequest{Delivery: &nameyard.ExpectedDelivery{State: "delivered"}, Times: 1, Within: "PT10S"})
}

func TestReceiverFindsTheEventsOfADomainInAnySpelling(t *testing.T) {
	t.Parallel()
	world := nameyardtest.NewWorld(t)
	receiver := world.Receiver()
	if err := pay(world, order(t, world, "münchen.com").OrderID); err != nil {
		t.Fatal(err)
	}
	receiver.Next("domain.registered", "XN--mnchen-3ya.com.", patience)
}

func TestFaultLosesTheResponse(t *testing.T) {
	t.Parallel()
	world := nameyardtest.NewWorld(t)
	placed := order(t, world, "shop.com")
	world.Fault(nameyard.AddFaultRequest{
		Match: &nameyard.FaultMatch{Operation: "checkout"}, Fault: nameyard.AddFaultRequestFault{Kind: "reset", Phase: "after"},
	})
	var response nameyard.Response
	if err := pay(world, placed.OrderID, nameyard.WithResponse(&response)); err != nil || response.Attempts != 2 {
		t.Errorf("got %v after %d attempts", err, response.Attempts)
	}
	world.Verify(nameyard.VerifyRequest{Request: &nameyard.ExpectedRequest{Operation: "checkout", Status: nameyard.Ptr(200)}, Times: 1})
}

func TestSnapshotRestoreAndClock(t *testing.T) {
	t.Parallel()
	world := nameyardtest.NewWorld(t)
	if err := pay(world, order(t, world, "shop.com").OrderID); err != nil {
		t.Fatal(err)
	}
	snapshot := world.Snapshot()
	if removed := world.Reset(); removed.Registrations != 1 {
		t.Errorf("removed %d registrations", removed.Registrations)
	}
	world.Restore(snapshot)
	world.Advance("P370D")
	found, err := world.Client.Registrations.Get(context.Background(), "shop.com")
	if err != nil || found.Status != "expired" {
		t.Errorf("got %v, %v", found, err)
	}
}

// failing is a test that fails: it records what it logs.
type failing struct {
	testing.TB
	log      strings.Builder
	cleanups []func()
	failed   bool
}

func (f *failing) Helper()            {}
func (f *failing) Failed() bool       { return f.failed }
func (f *failing) Cleanup(run func()) { f.cleanups = append(f.cleanups, run) }
func (f *failing) Log(args ...any)    { fmt.Fprintln(&f.log, args...) }
func (f *failing) Fatal(args ...any)  { f.Log(args...); f.failed = true; runtime.Goexit() }
func (f *failing) Fatalf(format string, args ...any) {
	f.Fatal(fmt.Sprintf(format, args...))
}

func TestFailedTestTellsTheStory(t *testing.T) {
	t.Parallel()
	f := &failing{TB: t}
	var world *nameyardtest.World
	done := make(chan struct{})
	go func() {
		defer close(done)
		world = nameyardtest.NewWorld(f)
		world.Fault(nameyard.AddFaultRequest{Fault: nameyard.AddFaultRequestFault{Kind: "delay", Ms: nameyard.Ptr(1)}})
		world.Fault(nameyard.AddFaultRequest{
			Match: &nameyard.FaultMatch{Operation: "renew"}, Fault: nameyard.AddFaultRequestFault{Kind: "hang"},
		})
		world.Fault(nameyard.AddFaultRequest{
			Fault: nameyard.AddFaultRequestFault{Kind: "delay", Ms: nameyard.Ptr(2)}, Skip: nameyard.Ptr(5),
		})
		order(t, world, "shop.com")
		sandboxFault := nameyard.WithHeader("Sandbox-Fault", "delay;ms=1")
		if _, err := world.Client.Domains.Search(context.Background(), "shop.com", sandboxFault); err != nil {
			t.Error(err)
		}
		world.Verify(nameyard.VerifyRequest{Request: &nameyard.ExpectedRequest{Operation: "checkout"}, Times: 1})
	}()
	<-done
	for _, cleanup := range f.cleanups {
		cleanup()
	}
	for _, want := range []string{"Expected request=operation=checkout", "1. order shop.com 201", "delay;ms=1", "2. search shop.com 200 fault header\n", "delay;ms=2 for all operations: 0 of 1, after 5", "Faults that did not fire:", "hang;phase=before for operation=renew", "Deliveries: none"} {
		if !strings.Contains(f.log.String(), want) {
			t.Errorf("the story lacks %q:\n%s", want, f.log.String())
		}
	}
	_, err := world.Client.TLDs.List(context.Background())
	if !errors.Is(err, nameyard.ErrAPIKeyInvalid) {
		t.Errorf("the world did not end: %v", err)
	}
}

func TestStoryOfAnEndedWorld(t *testing.T) {
	world := nameyardtest.NewWorld(t)
	world.End()
	ended := fmt.Sprintf("The world %s has ended.", world.Tenant)
	t.Setenv("NAMEYARD_URL", "")
	if story := world.Story(); story != ended {
		t.Errorf("the story without a server that runs on is %q", story)
	}
	t.Setenv("NAMEYARD_URL", world.BaseURL)
	story := world.Story()
	if !strings.HasPrefix(story, ended+"\nStory in the portal: http") || !strings.HasSuffix(story, "/worlds/"+world.Tenant) {
		t.Errorf("the story lacks its page: %q", story)
	}
}
