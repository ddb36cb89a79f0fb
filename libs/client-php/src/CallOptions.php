<?php

declare(strict_types=1);

namespace Nameyard;

/** Options of a single call. */
final readonly class CallOptions
{
    /**
     * @param ?float $timeout maximum duration of each attempt in seconds
     * @param ?string $idempotencyKey 1 to 255 visible ASCII characters (default: a new UUID), the same for all attempts
     * @param array<string, string> $headers more headers, for example `X-Request-Id`, `traceparent` or `Sandbox-Fault`
     * @param ?Response $response is filled with what the response says beside its data
     */
    public function __construct(
        public ?float $timeout = null,
        public ?int $maxRetries = null,
        public ?string $idempotencyKey = null,
        public array $headers = [],
        public ?Response $response = null,
    ) {}
}
