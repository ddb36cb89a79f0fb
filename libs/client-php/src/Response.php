<?php

declare(strict_types=1);

namespace Nameyard;

/** What a response says beside its data. */
final class Response
{
    /** `X-Request-Id` of the response, which identifies the request in the request log. */
    public ?string $requestId = null;

    /** Idempotency key of all attempts; null if the call has none. */
    public ?string $idempotencyKey = null;

    public int $attempts = 0;

    /** @var array<string, string> Headers of the response; their names are in lower case. */
    public array $headers = [];

    /**
     * @param array<string, string> $headers
     * @internal
     */
    public function fill(array $headers, ?string $idempotencyKey, int $attempts): void
    {
        $this->requestId = $headers['x-request-id'] ?? null;
        [$this->idempotencyKey, $this->attempts, $this->headers] = [$idempotencyKey, $attempts, $headers];
    }
}
