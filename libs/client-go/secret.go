package nameyard

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a key, a signing secret or an auth code. It is not printed or logged; convert it to a string to read it.
type Secret string

const hidden = "[secret]"

// String hides the secret.
func (Secret) String() string { return hidden }

// Format hides the secret from every verb.
func (Secret) Format(state fmt.State, _ rune) { _, _ = io.WriteString(state, hidden) }

// LogValue hides the secret from logs.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }
