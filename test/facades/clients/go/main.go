// Plays rows of calls.json with dnsimple-go and cloudflare-go: JSON in, one line of JSON per row out.
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/cloudflare/cloudflare-go/v7/accounts"
	"github.com/cloudflare/cloudflare-go/v7/option"
	"github.com/cloudflare/cloudflare-go/v7/registrar"
	"github.com/cloudflare/cloudflare-go/v7/registrar_sandbox"
	"github.com/cloudflare/cloudflare-go/v7/user"
	"github.com/dnsimple/dnsimple-go/v9/dnsimple"
)

type row struct {
	Facade  string            `json:"facade"`
	Call    string            `json:"call"`
	Args    []json.RawMessage `json:"args"`
	BaseURL string            `json:"base_url"`
	Token   string            `json:"token"`
	Account json.RawMessage   `json:"account"`
}

type object map[string]any

var (
	services       = []string{"Identity", "Accounts", "Tlds", "Contacts", "Domains", "Registrar"}
	withoutAccount = regexp.MustCompile(`^(whoami|listAccounts|listTlds|getTld.*)$`)
	numbers        = regexp.MustCompile(`\b\d+\b`)
	// Names that differ from those of the other clients.
	renamed = map[string]string{"AuthorizeDomainTransferOut": "TransferDomainOut", "Create": "New"}
	// The resources of Cloudflare's client. Its root package, which has them all, compiles for minutes.
	resources = map[string]any{
		"accounts":         accounts.NewAccountService,
		"registrar":        registrar.NewRegistrarService,
		"registrarSandbox": registrar_sandbox.NewRegistrarSandboxService,
		"user":             user.NewUserService,
	}
)

func exported(name string) string {
	name = strings.ToUpper(name[:1]) + name[1:]
	return cmp.Or(renamed[name], name)
}

func playDNSimple(r row) (any, error) {
	httpClient := dnsimple.StaticTokenHTTPClient(context.Background(), r.Token)
	httpClient.Timeout = 2 * time.Second
	client := dnsimple.NewClient(httpClient)
	client.BaseURL = r.BaseURL
	var method reflect.Value
	for index := 0; index < len(services) && !method.IsValid(); index++ {
		method = reflect.ValueOf(client).Elem().FieldByName(services[index]).MethodByName(exported(r.Call))
	}
	if !method.IsValid() {
		return nil, nil
	}
	given := r.Args
	if !withoutAccount.MatchString(r.Call) {
		given = append([]json.RawMessage{r.Account}, given...)
	}
	args := []reflect.Value{reflect.ValueOf(context.Background())}
	for index := 1; index < method.Type().NumIn(); index++ {
		value := reflect.New(method.Type().In(index))
		if index <= len(given) {
			if err := decode(given[index-1], value); err != nil {
				return nil, err
			}
		}
		args = append(args, value.Elem())
	}
	result, err := resultOf(method, args)
	if err != nil || !result.FieldByName("Data").IsValid() {
		return object{}, err
	}
	return object{"data": result.FieldByName("Data").Interface()}, nil
}

func resultOf(method reflect.Value, args []reflect.Value) (reflect.Value, error) {
	results := method.Call(args)
	err, _ := results[1].Interface().(error)
	return results[0].Elem(), err
}

// Numbers are strings where the client wants one. Options have no names in JSON.
func decode(given json.RawMessage, value reflect.Value) error {
	if value.Elem().Kind() == reflect.String {
		given = json.RawMessage(fmt.Sprintf("%q", strings.Trim(string(given), `"`)))
	}
	if strings.HasSuffix(value.Type().String(), "RegistrantChangeInput") {
		given = numbers.ReplaceAll(given, []byte(`"$0"`))
	}
	if strings.HasSuffix(value.Type().String(), "ListOptions") {
		given = json.RawMessage(strings.ReplaceAll(string(given), "_", ""))
	}
	return json.Unmarshal(given, value.Interface())
}

func playCloudflare(r row) (any, error) {
	options := []option.RequestOption{
		option.WithBaseURL(r.BaseURL), option.WithAPIToken(r.Token), option.WithRequestTimeout(2 * time.Second), option.WithMaxRetries(0),
	}
	path := strings.Split(r.Call, ".")
	target := reflect.ValueOf(resources[path[0]]).CallSlice([]reflect.Value{reflect.ValueOf(options)})[0]
	for _, name := range path[1 : len(path)-1] {
		target = reflect.Indirect(target).FieldByName(exported(name))
	}
	method := target.MethodByName(exported(path[len(path)-1]))
	args := []reflect.Value{reflect.ValueOf(context.Background())}
	var extra []reflect.Value
	for _, arg := range r.Args {
		var params map[string]any
		if json.Unmarshal(arg, &params) == nil {
			extra = optionsFor(path[len(path)-1], params)
		} else {
			args = append(args, reflect.ValueOf(strings.Trim(string(arg), `"`)))
		}
	}
	if len(args) < method.Type().NumIn()-1 {
		params := reflect.New(method.Type().In(len(args))).Elem()
		if field := params.FieldByName("AccountID"); field.IsValid() {
			field.FieldByName("Value").SetString(strings.Trim(string(r.Account), `"`))
			field.FieldByName("Present").SetBool(true)
		}
		args = append(args, params)
	}
	result, err := resultOf(method, append(args, extra...))
	if err != nil {
		return nil, err
	}
	if items := result.FieldByName("Result"); items.IsValid() && items.Kind() == reflect.Slice {
		list := []any{}
		for index := range items.Len() {
			list = append(list, raw(items.Index(index)))
		}
		return object{"data": list}, nil
	}
	return object{"data": raw(result)}, nil
}

// The members of a call; parameters of the client have no names in JSON.
func optionsFor(method string, params map[string]any) (options []reflect.Value) {
	for name, value := range params {
		if slices.Contains([]string{"check", "create", "edit"}, method) {
			options = append(options, reflect.ValueOf(option.WithJSONSet(name, value)))
		} else if list, isList := value.([]any); isList {
			for _, each := range list {
				options = append(options, reflect.ValueOf(option.WithQueryAdd(name, fmt.Sprint(each))))
			}
		} else {
			options = append(options, reflect.ValueOf(option.WithQuery(name, fmt.Sprint(value))))
		}
	}
	return options
}

func raw(result reflect.Value) any {
	return json.RawMessage(result.FieldByName("JSON").MethodByName("RawJSON").Call(nil)[0].String())
}

func play(r row) any {
	players := map[string]func(row) (any, error){"dnsimple": playDNSimple, "cloudflare": playCloudflare}
	result, err := players[r.Facade](r)
	var refused *dnsimple.ErrorResponse
	switch {
	case errors.As(err, &refused):
		return object{"error": object{"status": refused.HTTPResponse.StatusCode, "fields": slices.Sorted(maps.Keys(refused.AttributeErrors))}}
	case err != nil:
		// The type of Cloudflare's errors is in the root package, too.
		status := reflect.Indirect(reflect.ValueOf(err)).FieldByName("StatusCode")
		if status.IsValid() {
			return object{"error": object{"status": status.Int()}}
		}
		return object{"error": object{"status": nil, "message": err.Error()}}
	case result == nil:
		return object{"missing": true}
	}
	return result
}

func main() {
	input, output := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for r := new(row); input.Decode(r) == nil; r = new(row) {
		if err := output.Encode(play(*r)); err != nil {
			panic(err)
		}
	}
}
