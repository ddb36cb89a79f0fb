package nameyard

import (
	"errors"
	"math/rand/v2"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	minPause      = 500 * time.Millisecond
	maxPause      = 8 * time.Second
	maxRetryAfter = time.Minute
)

func isRetriedStatus(status int) bool {
	return slices.Contains([]int{408, 429, 502, 503, 504}, status)
}

// pauseAfter returns the pause before the next attempt, and whether there may be one.
func pauseAfter(err error, attempts int, isRepeatable bool) (time.Duration, bool) {
	var failure *APIError
	if !errors.As(err, &failure) {
		var broken *ConnectionError
		var late *TimeoutError
		return backoff(attempts), isRepeatable && (errors.As(err, &broken) || errors.As(err, &late))
	}
	// With other statuses, a change may have been committed.
	isRefused := failure.Code == ErrIdempotencyInProgress || failure.Status == http.StatusTooManyRequests
	if !isRefused && !(isRepeatable && isRetriedStatus(failure.Status)) {
		return 0, false
	}
	if pause, isGiven := retryAfter(failure.Header.Get("Retry-After")); isGiven {
		return pause, pause <= maxRetryAfter
	}
	return backoff(attempts), true
}

// backoff is 0.5 s, doubled with each attempt up to 8 s; jitter lengthens it by up to a half, within these limits.
func backoff(attempts int) time.Duration {
	base := float64(minPause) * float64(int(1)<<min(attempts-1, 10))
	return min(maxPause, time.Duration(base*(1+rand.Float64()/2)))
}

func retryAfter(value string) (time.Duration, bool) {
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseUint(value, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second, true
	}
	date, err := http.ParseTime(value)
	return max(0, time.Until(date)), err == nil
}
