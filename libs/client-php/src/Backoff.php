<?php

declare(strict_types=1);

namespace Nameyard;

/** @internal */
final class Backoff
{
    public const RETRIED_STATUSES = [408, 429, 502, 503, 504];
    private const MIN_PAUSE = 0.5;
    private const MAX_PAUSE = 8.0;
    private const MAX_RETRY_AFTER = 60.0;

    /** Seconds before the next attempt, or null if the call must not be repeated. */
    public static function pauseAfter(NameyardError $error, int $attempts, bool $isRepeatable): ?float
    {
        $isRetried = match (true) {
            // The service has rejected these calls. With other statuses, a change may have been committed.
            $error instanceof ApiError && ($error->status === 429 || $error->errorCode === 'IDEMPOTENCY_IN_PROGRESS') => true,
            $error instanceof ApiError => $isRepeatable && in_array($error->status, self::RETRIED_STATUSES, true),
            default => $isRepeatable && ($error instanceof ConnectionError || $error instanceof TimeoutError),
        };
        if (!$isRetried) {
            return null;
        }
        $pause = $error instanceof ApiError ? self::retryAfter($error->headers['retry-after'] ?? '') : null;
        if ($pause !== null) {
            return $pause <= self::MAX_RETRY_AFTER ? $pause : null;
        }
        // Jitter lengthens the pause by up to a half.
        $jitter = 1 + random_int(0, 1_000) / 2_000;

        return min(self::MAX_PAUSE, self::MIN_PAUSE * 2 ** min($attempts - 1, 10) * $jitter);
    }

    private static function retryAfter(string $value): ?float
    {
        if (ctype_digit(trim($value))) {
            return (float) $value;
        }
        $date = \DateTimeImmutable::createFromFormat(\DateTimeInterface::RFC7231, trim($value), new \DateTimeZone('UTC'));

        return $date === false ? null : max(0.0, $date->getTimestamp() - microtime(true));
    }
}
