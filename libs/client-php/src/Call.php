<?php

declare(strict_types=1);

namespace Nameyard;

/**
 * @template T of Type
 * @internal
 */
final readonly class Call
{
    /**
     * @param class-string<T> $result
     * @param array<string, mixed> $query
     * @param Type|array<string, mixed>|null $body
     * @param bool $reads marks a POST request that changes nothing
     * @param float $seconds default timeout, if it is longer than that of the client
     */
    public function __construct(
        public string $method,
        public string $path,
        public string $result,
        public ?CallOptions $options,
        public array $query = [],
        public Type|array|null $body = null,
        public bool $isIdempotent = false,
        public bool $reads = false,
        public float $seconds = 0,
    ) {}
}
