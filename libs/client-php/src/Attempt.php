<?php

declare(strict_types=1);

namespace Nameyard;

/** An attempt of a call, for hooks. */
final readonly class Attempt
{
    /** @param ?int $status status of the response; null before it, and if there was none */
    public function __construct(
        public string $method,
        public string $url,
        public int $number,
        public ?int $status = null,
        public ?NameyardError $error = null,
    ) {}
}
