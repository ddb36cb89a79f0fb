package nameyardtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	nameyard "nameyard.dev/client"
)

const maxRequests = 200

// Story tells what has happened in the world: requests, deliveries, and faults that did not fire. With NAMEYARD_URL, it ends
// with a link to its page in the portal, which remains for 7 days after the end of the world.
func (w *World) Story() string {
	control := w.Client.Control
	faults, err := control.Faults.List(background)
	if err != nil {
		return w.unreadable(err) + w.page()
	}
	var requests, deliveries, unused []string
	fired := map[string]string{}
	for _, rule := range faults.Faults {
		fired[rule.ID] = headerOf(rule.Fault)
		if rule.Used == 0 {
			unused = append(unused, faultLine(rule))
		}
	}
	control.Journal.Requests(background, nameyard.ReadJournalQuery{Limit: nameyard.Ptr(maxRequests)})(
		func(request nameyard.JournalRequest, failure error) bool {
			if err = failure; err == nil {
				requests = append(requests, requestLine(request, fired))
			}
			return err == nil && len(requests) < maxRequests
		})
	anyNumber := nameyard.VerifyRequest{Delivery: &nameyard.ExpectedDelivery{}, Times: map[string]int{"min": 0}}
	verified, failure := control.Journal.Verify(background, anyNumber)
	if err = errors.Join(err, failure); err != nil {
		return w.unreadable(err) + w.page()
	}
	for _, delivery := range verified.Matches {
		deliveries = append(deliveries, deliveryLine(delivery))
	}
	return strings.Join([]string{
		fmt.Sprintf("What happened in the world %s:", w.Tenant), section("Requests", requests), section("Deliveries", deliveries),
		section("Faults that did not fire", unused),
	}, "\n") + w.page()
}

// page links to the story in the portal. A server that the kit has started stops with the tests, so its links would be dead.
func (w *World) page() string {
	if os.Getenv("NAMEYARD_URL") == "" {
		return ""
	}
	origin, _, _ := strings.Cut(w.BaseURL, "/api/v1")
	return fmt.Sprintf("\nStory in the portal: %s/portal/t/%s/worlds/%s", origin, w.parentTenant, w.Tenant)
}

func (w *World) unreadable(err error) string {
	if isCode(err, nameyard.ErrAPIKeyInvalid) {
		return fmt.Sprintf("The world %s has ended.", w.Tenant)
	}
	return fmt.Sprintf("The world %s cannot be read: %v", w.Tenant, err)
}

func section(title string, lines []string) string {
	if len(lines) == 0 {
		return title + ": none"
	}
	text := title + ":"
	for index, line := range lines {
		text += fmt.Sprintf("\n  %d. %s", index+1, line)
	}
	return text
}

func requestLine(r nameyard.JournalRequest, fired map[string]string) string {
	operation, status, fault, replayed := r.Operation, "no response", "", ""
	if operation == "" {
		operation = r.Method + " " + r.Path
	}
	if r.Status != nil {
		status = fmt.Sprint(*r.Status)
	}
	if r.Faulted != "" {
		fault = "fault " + r.Faulted
		if rule, isListed := fired[r.Faulted]; isListed {
			fault += " (" + rule + ")"
		} else if r.Faulted != "header" {
			fault += " (removed)"
		}
	}
	if r.Replayed {
		replayed = "replayed"
	}
	return joined(operation, r.Domain, status, r.Code, replayed, fault)
}

func faultLine(rule nameyard.FaultView) string {
	match, after := fieldsOf(rule.Match), ""
	if match == "" {
		match = "all operations"
	}
	if rule.Skip > 0 {
		after = fmt.Sprintf(", after %d", rule.Skip)
	}
	return fmt.Sprintf("%s %s for %s: 0 of %d%s", rule.ID, headerOf(rule.Fault), match, rule.Times, after)
}

func deliveryLine(d nameyard.JournalRequestOrJournalDelivery) string {
	attempts, altered := "1 attempt", ""
	if d.Attempts != nil && *d.Attempts != 1 {
		attempts = fmt.Sprintf("%d attempts", *d.Attempts)
	}
	if d.Altered != "" {
		altered = fmt.Sprintf("altered (%s) by %s", d.Altered, d.AlteredBy)
	}
	return joined(d.Event, d.Domain, "to "+d.Receiver+":", d.State+",", attempts, altered)
}

// describeFailure is the message of a failed verification: what was expected, and what there was instead.
func describeFailure(expected nameyard.VerifyRequest, result *nameyard.Verified) string {
	lines := []string{fmt.Sprintf("Expected %s, but found %d.", fieldsOf(expected), result.Count)}
	lines = append(lines, result.Reasons...)
	for title, entries := range map[string][]nameyard.JournalRequestOrJournalDelivery{"Found": result.Matches, "Nearest misses": result.Nearest} {
		for index, entry := range entries {
			if index == 0 {
				lines = append(lines, title+":")
			}
			lines = append(lines, "  "+fieldsOf(entry))
		}
	}
	return strings.Join(lines, "\n")
}

// explain adds the refused fields to the message of an error.
func explain(err error) string {
	text := err.Error()
	var failure *nameyard.APIError
	if errors.As(err, &failure) {
		for _, detail := range failure.Details {
			text += fmt.Sprintf("; %s %s", detail.Field, detail.Message)
		}
	}
	return text
}

func isCode(err error, code nameyard.Code) bool { return errors.Is(err, code) }

// headerOf returns a fault as in the header Sandbox-Fault.
func headerOf(fault nameyard.FaultParameters) string {
	kind := fault.Kind
	fault.Kind = ""
	return kind + strings.ReplaceAll(strings.TrimPrefix(fieldsOf(fault), "kind="), ", ", ";")
}

// fieldsOf returns the fields of a value that it has: operation=checkout, status=201.
func fieldsOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return strings.NewReplacer(`{`, "", `}`, "", `":`, "=", `,"`, ", ", `"`, "").Replace(string(text))
}

func joined(parts ...string) string {
	return strings.Join(strings.Fields(strings.Join(parts, " ")), " ")
}
