// Plays the rows of libs/client/conformance/cases.json and prints the outcome of each as a line of JSON.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	nameyard "nameyard.dev/client"
	"nameyard.dev/client/webhooks"
)

type object = map[string]any

type step struct {
	Call    string
	Args    object
	Save    string
	Options struct {
		Timeout        int
		MaxRetries     *int              `json:"max_retries"`
		IdempotencyKey string            `json:"idempotency_key"`
		Headers        map[string]string `json:"headers"`
	}
}

type row struct {
	step
	Before, After []step
	Faults        []nameyard.AddFaultRequest
	Responses     []any
	Parallel      int
}

var background = context.Background()

// player plays the steps of a row.
type player struct {
	client *nameyard.Client
	saved  object
	lock   sync.Mutex
}

func (p *player) play(s step) object {
	outcome := p.outcomeOf(s)
	if s.Save != "" {
		p.lock.Lock()
		defer p.lock.Unlock()
		p.saved[s.Save] = outcome["result"]
	}
	return outcome
}

func (p *player) playAll(steps []step) []object {
	outcomes := []object{}
	for _, each := range steps {
		outcomes = append(outcomes, p.play(each))
	}
	return outcomes
}

// outcomeOf returns the result or error of a call.
func (p *player) outcomeOf(s step) object {
	args, _ := resolve(s.Args, p.saved).(object)
	if s.Call == "webhooks.unwrap" {
		event, err := unwrap(args)
		if err != nil {
			return object{"error": describe(err)}
		}
		return object{"result": plain(reflect.ValueOf(event))}
	}
	var response nameyard.Response
	method := methodOf(p.client, s.Call)
	results := method.Call(append(argumentsOf(method.Type(), args), optionsOf(s, &response)...))
	result, err := results[0], error(nil)
	if len(results) == 1 {
		collected := result.MethodByName("All").Call(nil)
		results = collected
		result = collected[0]
	}
	if err, _ = results[1].Interface().(error); err != nil {
		return object{"error": describe(err)}
	}
	outcome := object{"result": plain(result), "attempts": response.Attempts, "idempotency_key": nil}
	if response.IdempotencyKey != "" {
		outcome["idempotency_key"] = response.IdempotencyKey
	}
	return outcome
}

func unwrap(args object) (webhooks.Event, error) {
	header := http.Header{}
	for name, value := range args["headers"].(object) {
		header.Set(name, value.(string))
	}
	var secrets []string
	for _, secret := range args["secrets"].([]any) {
		secrets = append(secrets, secret.(string))
	}
	now := time.Unix(int64(args["now"].(float64)), 0)
	return webhooks.UnwrapAt([]byte(args["body"].(string)), header, secrets, webhooks.DefaultTolerance, now)
}

func methodOf(client *nameyard.Client, name string) reflect.Value {
	path := strings.Split(name, ".")
	target := reflect.ValueOf(client)
	for index, part := range path {
		part = exported(part)
		if index == len(path)-1 {
			return target.MethodByName(part)
		}
		target = target.Elem().FieldByName(part)
	}
	panic("no call " + name)
}

func exported(name string) string {
	if name == "tlds" {
		return "TLDs"
	}
	return regexp.MustCompile(`(^|_)\w`).ReplaceAllStringFunc(name, func(text string) string {
		return strings.ToUpper(strings.TrimPrefix(text, "_"))
	})
}

// argumentsOf gives strings and lists their members of the arguments, and structures an object or all of them.
func argumentsOf(method reflect.Type, args object) []reflect.Value {
	values := []reflect.Value{reflect.ValueOf(background)}
	for index := 1; index < method.NumIn()-1; index++ {
		value := reflect.New(method.In(index))
		var given any
		if value.Elem().Kind() == reflect.Struct {
			given = args
		}
		for _, name := range []string{"order_id", "id", "tenant", "domain", "domains", "changes", "snapshot", "expected", "settings", "report"} {
			_, isObject := args[name].(object)
			isWhole := value.Elem().Kind() == reflect.Struct
			if args[name] != nil && isObject == isWhole && (!isWhole || len(args) <= 2 && name != "domain") {
				given = args[name]
			}
		}
		text, _ := json.Marshal(given)
		if err := json.Unmarshal(text, value.Interface()); err != nil {
			panic(err)
		}
		values = append(values, value.Elem())
	}
	return values
}

func optionsOf(s step, response *nameyard.Response) []reflect.Value {
	options := []nameyard.Option{nameyard.WithResponse(response)}
	if s.Options.Timeout > 0 {
		options = append(options, nameyard.WithTimeout(time.Duration(s.Options.Timeout)*time.Millisecond))
	}
	if s.Options.MaxRetries != nil {
		options = append(options, nameyard.WithMaxRetries(*s.Options.MaxRetries))
	}
	if s.Options.IdempotencyKey != "" {
		options = append(options, nameyard.WithIdempotencyKey(s.Options.IdempotencyKey))
	}
	for name, value := range s.Options.Headers {
		options = append(options, nameyard.WithHeader(name, value))
	}
	values := []reflect.Value{}
	for _, option := range options {
		values = append(values, reflect.ValueOf(option))
	}
	return values
}

func describe(failure error) object {
	var base nameyard.Error
	if !errors.As(failure, &base) {
		panic(failure)
	}
	members := object{"class": "NameyardError", "message": base.Error(), "attempts": base.Call().Attempts, "idempotency_key": nil}
	if key := base.Call().IdempotencyKey; key != "" {
		members["idempotency_key"] = key
	}
	switch err := base.(type) {
	case *nameyard.ConnectionError:
		members["class"] = "ConnectionError"
	case *nameyard.TimeoutError:
		members["class"] = "TimeoutError"
	case *nameyard.SignatureError:
		members["class"], members["reason"] = "SignatureError", err.Reason
	case *nameyard.APIError:
		members["class"] = "ApiError"
		if index := slices.IndexFunc(nameyard.Codes, func(code nameyard.Code) bool { return errors.Is(failure, code) }); index >= 0 {
			name := strings.TrimSuffix(strings.ToLower(string(nameyard.Codes[index])), "_error")
			members["class"] = exported(name) + "Error"
		}
		members["status"], members["code"], members["retryable"] = err.Status, err.Code, err.Retryable
		members["request_id"], members["docs"] = orNull(err.RequestID), orNull(err.Docs)
		members["details"] = plain(reflect.ValueOf(err.Details))
	}
	return members
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// resolve replaces $name.member by what an earlier step has saved.
func resolve(value any, saved object) any {
	switch given := value.(type) {
	case object:
		members := object{}
		for name, each := range given {
			members[name] = resolve(each, saved)
		}
		return members
	case []any:
		items := []any{}
		for _, each := range given {
			items = append(items, resolve(each, saved))
		}
		return items
	case string:
		path, isVariable := strings.CutPrefix(given, "$")
		if !isVariable {
			return given
		}
		found := any(saved)
		for _, name := range strings.Split(path, ".") {
			members, _ := found.(object)
			found = members[name]
		}
		return found
	}
	return value
}

// plain returns a typed value as JSON, with null for what is missing.
func plain(value reflect.Value) any {
	switch value.Kind() {
	case reflect.Pointer, reflect.Interface:
		if value.IsNil() {
			return nil
		}
		return plain(value.Elem())
	case reflect.Slice:
		items := []any{}
		for index := range value.Len() {
			items = append(items, plain(value.Index(index)))
		}
		return items
	case reflect.Struct:
		if at, isTime := value.Interface().(time.Time); isTime {
			return at.UTC().Format("2006-01-02T15:04:05.000Z")
		}
		members := object{}
		for _, field := range reflect.VisibleFields(value.Type()) {
			name, isOptional := strings.CutSuffix(field.Tag.Get("json"), ",omitempty")
			if each := value.FieldByIndex(field.Index); name != "" && !(isOptional && each.IsZero()) {
				members[name] = plain(each)
			} else if name != "" {
				members[name] = nil
			}
		}
		return members
	case reflect.String:
		return value.String()
	}
	return value.Interface()
}

func playRow(index int, r row, parent *nameyard.Client) any {
	p := &player{saved: object{}}
	if strings.HasPrefix(r.Call, "webhooks.") {
		return object{"row": index, "main": []object{p.play(r.step)}}
	}
	if r.Responses != nil {
		p.client = clientOf(fmt.Sprintf("%s/%d/api/v1", os.Getenv("NAMEYARD_STUB"), index), "stub", "ny_sandbox_stub")
		return object{"row": index, "main": []object{p.play(r.step)}}
	}
	world := must(parent.Control.Worlds.Create(background, nameyard.NewWorldRequest{}))
	p.client = clientOf(os.Getenv("NAMEYARD_URL"), world.Tenant, string(world.Key))
	before := p.playAll(r.Before)
	for _, fault := range r.Faults {
		must(p.client.Control.Faults.Add(background, fault))
	}
	played := make([]object, max(1, r.Parallel))
	parallel(len(played), len(played), func(index int) { played[index] = p.play(r.step) })
	after := p.playAll(r.After)
	must(parent.Control.Worlds.End(background, world.Tenant))
	return object{"row": index, "before": before, "main": played, "after": after, "saved": p.saved}
}

func clientOf(url, tenant, key string) *nameyard.Client {
	return must(nameyard.New(url, tenant, key))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func parallel(count, workers int, run func(index int)) {
	var group sync.WaitGroup
	indexes := make(chan int)
	for range workers {
		group.Add(1)
		go func() {
			defer group.Done()
			for index := range indexes {
				run(index)
			}
		}()
	}
	for index := range count {
		indexes <- index
	}
	close(indexes)
	group.Wait()
}

func main() {
	var rows []row
	if err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &rows); err != nil {
		panic(err)
	}
	parent := clientOf(os.Getenv("NAMEYARD_URL"), os.Getenv("NAMEYARD_TENANT"), os.Getenv("NAMEYARD_KEY"))
	played := make([]any, len(rows))
	parallel(len(rows), 8, func(index int) { played[index] = playRow(index, rows[index], parent) })
	output := json.NewEncoder(os.Stdout)
	for _, each := range played {
		if err := output.Encode(each); err != nil {
			panic(err)
		}
	}
}
