<?php

/** Starts a server, tells its address to all that connect to a socket, and stops it when the test runner has ended. */

declare(strict_types=1);

// The server does not get other variables of the tests, such as DATABASE_URL.
const INHERITED = '/^(PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|LANG|TZ)$/i';

// Tests send more requests than the default rate limit allows, and should not wait long for a second attempt.
const DEFAULTS = [
    'PORT' => '0',
    'DATABASE_TIMEOUT' => '5s',
    'LOG_LEVEL' => 'warn',
    'DEFAULT_RATE_LIMIT' => '1000000',
    'WEBHOOK_RETRY_SCHEDULE' => '0s,1s,2s,5s,30s,2m,10m,30m',
];

[, $runner, $path] = $argv;

// Ctrl-C in a terminal ends the runner only; the server then stops regularly.
posix_setsid();
@unlink("{$path}.sock");
$listener = stream_socket_server("unix://{$path}.sock");
$command = getenv('NAMEYARD_COMMAND') ?: 'npx nameyard';
$inherited = array_filter(getenv(), static fn(string $name): bool => preg_match(INHERITED, $name) === 1, ARRAY_FILTER_USE_KEY);
$errors = tmpfile();
$server = proc_open("exec {$command} start --json --temporary --stop-with-stdin", [['pipe', 'r'], ['pipe', 'w'], $errors], $pipes, null, DEFAULTS + $inherited);
[$input, $output] = $pipes;
[$ready, $none] = [[$output], []];
$line = stream_select($ready, $none, $none, 120) === 1 ? (string) fgets($output) : '';
if (json_decode($line) === null) {
    rewind($errors);
    $error = "`{$command}` did not start; install the npm package nameyard, or set NAMEYARD_COMMAND. Its output was: {$line}" . stream_get_contents($errors);
    $line = json_encode(['error' => $error], JSON_INVALID_UTF8_SUBSTITUTE);
    proc_terminate($server);
}
fwrite(STDOUT, $line);
fclose(STDOUT);
while (posix_kill((int) $runner, 0) && proc_get_status($server)['running']) {
    $ready = [$listener];
    if (stream_select($ready, $none, $none, 0, 200_000) === 1) {
        $worker = stream_socket_accept($listener);
        fwrite($worker, $line);
        fclose($worker);
    }
}
unlink("{$path}.sock");
unlink("{$path}.lock");
fclose($input);
proc_close($server);
