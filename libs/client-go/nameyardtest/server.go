package nameyardtest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	nameyard "nameyard.dev/client"
)

const startTimeout = 2 * time.Minute

// The server does not get other variables of the tests, such as DATABASE_URL.
var inherited = regexp.MustCompile(`(?i)^(PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|LANG|TZ)=`)

// Tests send more requests than the default rate limit allows, and should not wait long for a second attempt.
var defaults = []string{
	"PORT=0", "DATABASE_TIMEOUT=5s", "LOG_LEVEL=warn", "DEFAULT_RATE_LIMIT=1000000",
	"WEBHOOK_RETRY_SCHEDULE=0s,1s,2s,5s,30s,2m,10m,30m",
}

// access is what the server prints when it is ready.
type access struct {
	BaseURL string          `json:"base_url"`
	Tenant  string          `json:"tenant"`
	Key     nameyard.Secret `json:"key"`
}

// parent is the server of all tests of this process: that of NAMEYARD_URL, NAMEYARD_TENANT and NAMEYARD_KEY, or a new one.
var parent = sync.OnceValues(func() (access, error) {
	given := access{os.Getenv("NAMEYARD_URL"), os.Getenv("NAMEYARD_TENANT"), nameyard.Secret(os.Getenv("NAMEYARD_KEY"))}
	if given.BaseURL == "" {
		return start()
	}
	if given.Tenant == "" || given.Key == "" {
		return given, fmt.Errorf("NAMEYARD_URL requires NAMEYARD_TENANT and NAMEYARD_KEY")
	}
	given.BaseURL = strings.TrimSuffix(strings.TrimSuffix(given.BaseURL, "/"), "/api/v1") + "/api/v1"
	return given, nil
})

// running keeps the pipes reachable: the garbage collector closes those of an unreachable Cmd, and the server stops when its
// standard input ends.
var running *exec.Cmd

// start starts a server. It ends with this process, also if that is killed, because its standard input closes then.
func start() (access, error) {
	var ready access
	command := os.Getenv("NAMEYARD_COMMAND")
	if command == "" {
		command = "npx nameyard"
	}
	data := filepath.Join(os.TempDir(), fmt.Sprintf("nameyard-data-%d-%d", os.Getpid(), time.Now().UnixNano()))
	args := append(strings.Fields(command), "start", "--json", "--temporary", data, "--stop-with-stdin")
	server := exec.Command(args[0], args[1:]...)
	for _, variable := range os.Environ() {
		if inherited.MatchString(variable) {
			server.Env = append(server.Env, variable)
		}
	}
	server.Env = append(server.Env, defaults...)
	var output strings.Builder
	server.Stderr = &output
	stdout, err := server.StdoutPipe()
	if err != nil {
		return ready, err
	}
	stdin, err := server.StdinPipe()
	if err != nil {
		return ready, err
	}
	server.WaitDelay = 5 * time.Second
	if err := server.Start(); err != nil {
		return ready, fmt.Errorf("nameyard did not start: %w; install the npm package nameyard, or set NAMEYARD_COMMAND", err)
	}
	running = server
	// npx starts another process, which holds the pipes after a kill.
	stop := func() { _, _, _ = stdin.Close(), stdout.Close(), server.Process.Kill() }
	timer := time.AfterFunc(startTimeout, stop)
	defer timer.Stop()
	line, _ := bufio.NewReader(stdout).ReadBytes('\n')
	if err := json.Unmarshal(line, &ready); err != nil || ready.BaseURL == "" {
		stop()
		_ = server.Wait()
		return ready, fmt.Errorf("%q did not start within %s; its output was: %s%s", command, startTimeout, line, output.String())
	}
	return ready, nil
}
