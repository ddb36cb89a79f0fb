package nameyard

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// Money is an amount in hundredths of its currency, also for currencies without cents: 2498 is 24.98.
type Money int64

// String returns the amount in units of the currency, with the decimals that it needs: 24.98 or 25.
func (m Money) String() string {
	sign, rest := "", int64(m)
	if rest < 0 {
		sign, rest = "-", -rest
	}
	if rest%100 == 0 {
		return fmt.Sprintf("%s%d", sign, rest/100)
	}
	return fmt.Sprintf("%s%d.%02d", sign, rest/100, rest%100)
}

// MarshalJSON returns the amount as the API expects it, in units of the currency.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// UnmarshalJSON reads a number with at most two decimals.
func (m *Money) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		return nil
	}
	units, decimals, _ := strings.Cut(string(text), ".")
	if len(decimals) > 2 {
		return fmt.Errorf("an amount must have at most two decimals, not %s", text)
	}
	value, err := strconv.ParseInt(units+decimals+strings.Repeat("0", 2-len(decimals)), 10, 64)
	*m = Money(value)
	return err
}
