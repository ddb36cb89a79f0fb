<?php

declare(strict_types=1);

namespace Nameyard;

/** Base class of all errors of this package; by itself, an invalid option or argument. */
class NameyardError extends \RuntimeException
{
    /** Number of attempts of the call; null if the error is not that of a call. */
    public ?int $attempts = null;

    /** Idempotency key of the call; pass it to call again without a second effect. */
    public ?string $idempotencyKey = null;
}
