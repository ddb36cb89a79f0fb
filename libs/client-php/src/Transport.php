<?php

declare(strict_types=1);

namespace Nameyard;

use Psr\Log\LoggerInterface;

/** @internal */
final readonly class Transport
{
    /**
     * @param ?\Closure(Attempt): void $before
     * @param ?\Closure(Attempt): void $after
     */
    public function __construct(
        private string $baseUrl,
        private string $tenant,
        private Secret $key,
        private float $timeout,
        private int $maxRetries,
        private ?LoggerInterface $logger,
        private ?\Closure $before,
        private ?\Closure $after,
        private Connection $connection = new Connection(),
    ) {}

    /**
     * @template T of Type
     * @param Call<T> $call
     * @return T
     */
    public function send(#[\SensitiveParameter] Call $call): Type
    {
        $options = $call->options ?? new CallOptions();
        $timeout = $options->timeout ?? max($this->timeout, $call->seconds);
        $maxRetries = $options->maxRetries ?? $this->maxRetries;
        self::checkLimits($timeout, $maxRetries);
        $key = $call->isIdempotent ? $options->idempotencyKey ?? self::uuid() : null;
        $request = [$call->method, $this->urlOf($call), $this->headersOf($call, $options, $key), self::bodyOf($call), $timeout];
        $isRepeatable = $call->method !== 'POST' || $call->isIdempotent || $call->reads;
        for ($attempts = 1; ; $attempts++) {
            try {
                [$headers, $result] = $this->attempt($request, $call->result, $attempts);
                $options->response?->fill($headers, $key, $attempts);

                return $result;
            } catch (NameyardError $error) {
                [$error->attempts, $error->idempotencyKey] = [$attempts, $key];
                $pause = $attempts > $maxRetries ? null : Backoff::pauseAfter($error, $attempts, $isRepeatable);
                if ($pause === null) {
                    throw $error;
                }
                usleep((int) ($pause * 1_000_000));
            }
        }
    }

    /**
     * @template T
     * @param \Closure(?string): array{list<T>, ?string} $load returns items and the start of the next page
     * @return \Generator<int, T>
     */
    public static function pages(\Closure $load, ?string $after): \Generator
    {
        do {
            [$items, $after] = $load($after);
            foreach ($items as $item) {
                yield $item;
            }
        } while ($after !== null);
    }

    public static function checkLimits(float $timeout, int $maxRetries): void
    {
        if ($timeout <= 0 || $timeout > 2_000_000) {
            throw new NameyardError("timeout must be a number of seconds greater than 0, not {$timeout}");
        }
        if ($maxRetries < 0) {
            throw new NameyardError("maxRetries must be an integer from 0, not {$maxRetries}");
        }
    }

    public static function checkToken(string $name, #[\SensitiveParameter] string $value): void
    {
        if (preg_match('/^[!-~]{1,255}$/D', $value) !== 1) {
            throw new NameyardError("{$name} must be a string of 1 to 255 visible ASCII characters");
        }
    }

    /** @param Call<covariant Type> $call */
    private function urlOf(#[\SensitiveParameter] Call $call): string
    {
        $values = array_map(static fn(mixed $value): mixed => is_bool($value) ? var_export($value, true) : Json::encode($value), $call->query);
        $query = http_build_query($values, encoding_type: PHP_QUERY_RFC3986);

        return rtrim("{$this->baseUrl}/sandbox/{$call->path}?{$query}", '?');
    }

    /**
     * @param Call<covariant Type> $call
     * @return array<string, string>
     */
    private function headersOf(#[\SensitiveParameter] Call $call, CallOptions $options, ?string $key): array
    {
        $headers = [
            'Accept' => 'application/json',
            'User-Agent' => 'nameyard-php/' . Client::VERSION . ' (PHP ' . PHP_VERSION . ')',
            'Authorization' => 'Bearer ' . $this->key->reveal(),
            'X-Tenant' => $this->tenant,
            'Content-Type' => $call->body === null ? null : 'application/json',
            'X-Idempotency-Key' => $key,
        ];
        $own = array_change_key_case($headers);
        foreach ($options->headers as $name => $value) {
            if (array_key_exists(strtolower($name), $own)) {
                throw new NameyardError("the header {$name} is set by the client");
            }
            if (preg_match('/^[!-9;-~]+:[\t -~]+$/D', "{$name}:{$value}") !== 1) {
                throw new NameyardError("the header {$name} and its value must be visible ASCII characters");
            }
        }
        if ($key !== null) {
            self::checkToken('idempotencyKey', $key);
        }

        return [...array_filter($headers, is_string(...)), ...$options->headers];
    }

    /** @param Call<covariant Type> $call */
    private static function bodyOf(#[\SensitiveParameter] Call $call): ?string
    {
        if ($call->body === null) {
            return null;
        }
        try {
            return json_encode((object) Json::encode($call->body), JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        } catch (\JsonException $error) {
            // Its trace has the body.
            throw new NameyardError("the arguments cannot be sent as JSON: {$error->getMessage()}");
        }
    }

    /**
     * @template T of Type
     * @param array{string, string, array<string, string>, ?string, float} $request
     * @param class-string<T> $result
     * @return array{array<string, string>, T}
     */
    private function attempt(#[\SensitiveParameter] array $request, string $result, int $number): array
    {
        [$method, $url] = $request;
        $this->before?->__invoke(new Attempt($method, $url, $number));
        [$status, $error] = [null, null];
        try {
            [$status, $headers, $body] = $this->connection->send(...$request);
            $envelope = json_decode($body, true);
            if ($status < 200 || $status > 299) {
                throw ApiError::of($status, $headers, $envelope, substr($this->baseUrl, 0, (int) strpos($this->baseUrl, '/', 8)));
            }

            return [$headers, $result::fromJson($envelope['data'] ?? null)];
        } catch (ApiError|ConnectionError|TimeoutError $error) {
            throw $error;
        } catch (\Exception|\TypeError $cause) {
            throw $error = new ConnectionError('the response is incomplete, or not from the service: it is not a JSON envelope', 0, $cause);
        } finally {
            $context = ['method' => $method, 'url' => $url, 'attempt' => $number, 'status' => $status];
            $this->logger?->debug('nameyard: {method} {url}', $context + ['error' => $error?->getMessage()]);
            $this->after?->__invoke(new Attempt($method, $url, $number, $status, $error));
        }
    }

    private static function uuid(): string
    {
        return (string) preg_replace('/(.{8})(.{4}).(.{3}).(.{3})(.{12})/', '$1-$2-4$3-a$4-$5', bin2hex(random_bytes(16)));
    }
}
