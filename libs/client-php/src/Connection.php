<?php

declare(strict_types=1);

namespace Nameyard;

/** @internal */
final class Connection
{
    private ?\CurlHandle $curl = null;
    private int|false $process = 0;

    /**
     * Sends a request; its response must be complete within the timeout.
     *
     * @param array<string, string> $headers
     * @return array{int, array<string, string>, string} status, headers and body
     */
    public function send(string $method, string $url, #[\SensitiveParameter] array $headers, #[\SensitiveParameter] ?string $body, float $timeout): array
    {
        $received = [];
        $lines = array_map(static fn(string $name, string $value): string => "{$name}: {$value}", array_keys($headers), $headers);
        if ($this->curl === null || $this->process !== getmypid()) {
            // A forked process must not use the connections of its parent.
            [$this->process, $this->curl] = [getmypid(), curl_init()];
        }
        $curl = $this->curl;
        curl_reset($curl);
        curl_setopt_array($curl, [
            CURLOPT_URL => $url,
            CURLOPT_CUSTOMREQUEST => $method,
            CURLOPT_HTTPHEADER => [...$lines, 'Expect:'],
            CURLOPT_HTTP_VERSION => CURL_HTTP_VERSION_1_1,
            CURLOPT_NOSIGNAL => true,
            CURLOPT_PATH_AS_IS => true,
            CURLOPT_RETURNTRANSFER => true,
            CURLOPT_TIMEOUT_MS => max(1, (int) round($timeout * 1_000)),
            CURLOPT_HEADERFUNCTION => static function (\CurlHandle $_, string $line) use (&$received): int {
                if (str_starts_with($line, 'HTTP/')) {
                    // Headers of an interim response are not those of the response.
                    $received = [];
                } elseif (str_contains($line, ':')) {
                    [$name, $value] = explode(':', $line, 2);
                    $received[strtolower(trim($name))] = trim($value);
                }

                return strlen($line);
            },
        ]);
        if ($body !== null) {
            // curl repeats a request by itself if a reused connection breaks, but not if it would have to read the body again.
            curl_setopt_array($curl, [
                CURLOPT_UPLOAD => true,
                CURLOPT_INFILESIZE => strlen($body),
                CURLOPT_READFUNCTION => static function (\CurlHandle $_, mixed $file, int $length) use (&$body): string {
                    [$part, $body] = [substr($body, 0, $length), substr($body, $length)];

                    return $part;
                },
            ]);
        }
        $content = curl_exec($curl);
        if (!is_string($content)) {
            throw curl_errno($curl) === CURLE_OPERATION_TIMEDOUT
                ? new TimeoutError("no response within {$timeout} s")
                : new ConnectionError('the connection to ' . explode('/sandbox/', $url)[0] . ' failed: ' . curl_error($curl));
        }

        return [curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $received, $content];
    }
}
