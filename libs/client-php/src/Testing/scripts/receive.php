<?php

/**
 * Receives webhooks on a free port, which it prints. The first line of standard input is the signing secret. Other lines are
 * questions: status of the responses, number of the first request to return, and seconds to wait for it. Answers are lists of requests.
 */

declare(strict_types=1);

use Nameyard\SignatureError;
use Nameyard\Webhooks;

require __DIR__ . '/../../../autoload.php';

$listener = stream_socket_server("tcp://{$argv[1]}:0");
echo substr(strrchr(stream_socket_get_name($listener, false), ':'), 1), "\n";
// Webhooks that arrive before the secret wait to be accepted.
$secret = trim((string) fgets(STDIN));
[$status, $from, $until, $requests] = [200, null, 0, []];
while (true) {
    [$ready, $none] = [[STDIN, $listener], []];
    stream_select($ready, $none, $none, 0, 50_000);
    if (in_array(STDIN, $ready, true)) {
        [$status, $from, $within] = json_decode(fgets(STDIN) ?: exit);
        $until = microtime(true) + $within;
    }
    if (in_array($listener, $ready, true)) {
        $connection = stream_socket_accept($listener);
        stream_set_timeout($connection, 10);
        $headers = [];
        while (($line = trim((string) fgets($connection))) !== '') {
            [$name, $value] = [...explode(':', $line, 2), ''];
            $headers[strtolower($name)] = trim($value);
        }
        $request = ['headers' => $headers, 'at' => time()];
        $body = (string) stream_get_contents($connection, (int) ($headers['content-length'] ?? 0));
        try {
            Webhooks::unwrap($body, $headers, $secret, now: $request['at']);
            $answer = $status;
        } catch (SignatureError) {
            $answer = 400;
        }
        $requests[] = ['body' => base64_encode($body)] + $request;
        fwrite($connection, "HTTP/1.1 {$answer} -\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        fclose($connection);
    }
    if ($from !== null && (count($requests) > $from || microtime(true) >= $until)) {
        echo json_encode(array_slice($requests, $from), JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE), "\n";
        $from = null;
    }
}
