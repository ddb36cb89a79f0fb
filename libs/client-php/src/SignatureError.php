<?php

declare(strict_types=1);

namespace Nameyard;

/** A request is not an authentic, current webhook: respond with 400 and ignore it. */
final class SignatureError extends NameyardError
{
    /**
     * @param string $reason missing_header, invalid_timestamp, timestamp_too_old, timestamp_too_new, no_signature, wrong_signature
     * or invalid_body
     */
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
