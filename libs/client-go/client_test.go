package nameyard_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	nameyard "nameyard.dev/client"
	"nameyard.dev/client/webhooks"
)

func TestNewRefusesInvalidOptions(t *testing.T) {
	const url = "http://127.0.0.1:3000/api/v1"
	tests := map[string]struct {
		url, tenant, key string
		options          []nameyard.Option
		message          string
	}{
		"address":  {"http://127.0.0.1:3000", "demo", "key", nil, "must be an http or https address that ends in /api/v1"},
		"password": {"http://user:hidden@127.0.0.1:3000/api/v1", "demo", "key", nil, "without user"},
		"tenant":   {url, "", "key", nil, "the tenant must be a string"},
		"key":      {url, "demo", "a b", nil, "the API key must be a string"},
		"timeout":  {url, "demo", "key", []nameyard.Option{nameyard.WithTimeout(0)}, "the timeout must be greater than 0"},
		"retries":  {url, "demo", "key", []nameyard.Option{nameyard.WithMaxRetries(-1)}, "must be an integer from 0"},
		"call key": {url, "demo", "key", []nameyard.Option{nameyard.WithIdempotencyKey("k")}, "are options of a call"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := nameyard.New(test.url, test.tenant, test.key, test.options...)
			var invalid *nameyard.ArgumentError
			if !errors.As(err, &invalid) || !strings.Contains(err.Error(), test.message) {
				t.Errorf("got %v, want %q", err, test.message)
			}
		})
	}
}

func TestMoneyKeepsCents(t *testing.T) {
	for text, want := range map[string]nameyard.Money{"24.98": 2498, "25": 2500, "0.1": 10, "-3.05": -305, "1200": 120000} {
		var money nameyard.Money
		if err := json.Unmarshal([]byte(text), &money); err != nil || money != want {
			t.Errorf("%s: got %d, %v", text, money, err)
		}
		printed, err := json.Marshal(money)
		if again := money; err != nil || json.Unmarshal(printed, &again) != nil || again != want {
			t.Errorf("%s: printed as %s, %v", text, printed, err)
		}
	}
}

func TestKeysAreNotPrinted(t *testing.T) {
	client, err := nameyard.New("http://127.0.0.1:1/api/v1", "demo", "ny_sandbox_hidden", nameyard.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	_, failure := client.Domains.Search(context.Background(), "shop.com")
	secret := nameyard.Secret("ny_sandbox_hidden")
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("world", "key", secret)
	texts := fmt.Sprintf("%v %+v %v %+v %#v %s %s", client, *client, failure, secret, secret, secret, log.String())
	if strings.Contains(texts, "hidden") {
		t.Errorf("printed the key: %s", texts)
	}
}

func TestEndedContextAbortsTheCall(t *testing.T) {
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-release }))
	defer server.Close()
	defer close(release)
	client, err := nameyard.New(server.URL+"/api/v1", "demo", "key")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	_, err = client.Orders.Get(ctx, "ord_1")
	var aborted *nameyard.AbortError
	if !errors.As(err, &aborted) || !errors.Is(err, context.DeadlineExceeded) || aborted.Attempts != 1 {
		t.Errorf("got %v", err)
	}
}

func TestHooksSeeAllAttempts(t *testing.T) {
	var seen []string
	hook := func(when string) func(nameyard.Attempt) {
		return func(a nameyard.Attempt) { seen = append(seen, fmt.Sprint(when, a.Number, a.Status)) }
	}
	count := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if count++; count == 1 {
			w.Header().Set("Retry-After", "0")
			w.WriteHeader(503)
			return
		}
		fmt.Fprint(w, `{"data":{"tlds":[]}}`)
	}))
	defer server.Close()
	client, err := nameyard.New(server.URL+"/api/v1", "demo", "key", nameyard.WithHooks(hook("before"), hook("after")))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.TLDs.List(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(seen, " "); got != "before1 0 after1 503 before2 0 after2 200" {
		t.Error(got)
	}
}

func TestSignedWebhooksAreUnwrapped(t *testing.T) {
	secrets := []string{"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}
	body := []byte(`{"type":"webhook.test","timestamp":"2027-01-01T00:00:00.000Z","data":{}}`)
	header, err := webhooks.Sign(body, secrets, "evt_1", time.Now())
	if err != nil {
		t.Fatal(err)
	}
	event, err := webhooks.Unwrap(body, header, secrets, webhooks.DefaultTolerance)
	if err != nil {
		t.Fatal(err)
	}
	if _, isTest := event.(*webhooks.WebhookTestEvent); !isTest || event.Head().ID != "evt_1" {
		t.Errorf("got %#v", event)
	}
	var refused *nameyard.SignatureError
	if _, err = webhooks.Unwrap(append(body, ' '), header, secrets, webhooks.DefaultTolerance); !errors.As(err, &refused) {
		t.Errorf("accepted a changed body: %v", err)
	}
}

func TestFarFutureWebhooksAreRefused(t *testing.T) {
	secrets := []string{"whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="}
	// As nanoseconds, the distance would overflow to less than a second.
	header, err := webhooks.Sign([]byte("{}"), secrets, "evt_1", time.Unix(time.Now().Unix()+18446744074, 0))
	if err != nil {
		t.Fatal(err)
	}
	_, err = webhooks.Unwrap([]byte("{}"), header, secrets, webhooks.DefaultTolerance)
	var refused *nameyard.SignatureError
	if !errors.As(err, &refused) || !strings.Contains(err.Error(), "future") {
		t.Errorf("got %v", err)
	}
}

func TestListsCanBeIteratedAgain(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		if request.URL.Query().Get("after") == "" {
			fmt.Fprint(w, `{"data":{"orders":[{"order_id":"ord_2"}],"next":"ord_2"}}`)
			return
		}
		fmt.Fprint(w, `{"data":{"orders":[{"order_id":"ord_1"}],"next":null}}`)
	}))
	defer server.Close()
	client, err := nameyard.New(server.URL+"/api/v1", "demo", "key")
	if err != nil {
		t.Fatal(err)
	}
	orders := client.Orders.List(context.Background(), nameyard.ListOrdersQuery{})
	for pass := 1; pass <= 2; pass++ {
		var ids []string
		orders(func(order nameyard.OrderDetails, err error) bool {
			ids = append(ids, order.OrderID)
			return err == nil
		})
		if got := strings.Join(ids, " "); got != "ord_2 ord_1" {
			t.Errorf("pass %d got %q", pass, got)
		}
	}
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

func TestNewUsesAReplacedTransport(t *testing.T) {
	usual := http.DefaultTransport
	t.Cleanup(func() { http.DefaultTransport = usual })
	http.DefaultTransport = roundTripper(func(*http.Request) (*http.Response, error) {
		return nil, errors.New("replaced")
	})
	client, err := nameyard.New("http://127.0.0.1:1/api/v1", "demo", "key", nameyard.WithMaxRetries(0))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.TLDs.List(context.Background()); err == nil || !strings.Contains(err.Error(), "replaced") {
		t.Errorf("got %v", err)
	}
}
