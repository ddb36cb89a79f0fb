<?php

/** Verifies the webhooks of Nameyard (Standard Webhooks, v1). PHP 8.1 or later, no dependencies. */

declare(strict_types=1);

namespace Nameyard\Webhooks;

/** Maximum difference between the clocks of sender and receiver, in seconds. */
const TOLERANCE = 300;

enum Reason: string
{
    case MissingHeader = 'missing_header';
    case InvalidTimestamp = 'invalid_timestamp';
    case TimestampTooOld = 'timestamp_too_old';
    case TimestampTooNew = 'timestamp_too_new';
    case NoSignature = 'no_signature';
    case WrongSignature = 'wrong_signature';
    case InvalidBody = 'invalid_body';
}

/** The request is not an authentic, current message: respond with 400 and ignore it. */
final class VerificationFailed extends \RuntimeException
{
    public function __construct(public readonly Reason $reason, string $message)
    {
        parent::__construct($message);
    }
}

/**
 * Returns the event. Its `id` is the header webhook-id, the same at each attempt; use it to detect duplicates.
 *
 * @param string|list<string> $secrets one secret (whsec_…) or several; one of them must match
 * @param array<string, string|list<string>> $headers from getallheaders() or a PSR-7 request
 * @param string $body the raw body, not parsed
 * @param int|null $now Unix seconds
 *
 * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
 *
 * @throws VerificationFailed with the reason
 * @throws \InvalidArgumentException when a secret is malformed
 */
function verify(string|array $secrets, array $headers, string $body, ?int $now = null): array
{
    $keys = array_map(keyOf(...), (array) $secrets);
    if ($keys === []) {
        throw new \InvalidArgumentException('at least one secret is required');
    }
    $id = headerOf($headers, 'webhook-id');
    $timestamp = headerOf($headers, 'webhook-timestamp');
    $signatures = headerOf($headers, 'webhook-signature');

    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        throw new VerificationFailed(Reason::InvalidTimestamp, 'webhook-timestamp must be in Unix seconds');
    }
    $age = ($now ?? time()) - (int) $timestamp;
    if ($age > TOLERANCE) {
        throw new VerificationFailed(Reason::TimestampTooOld, 'older than 5 minutes');
    }
    if ($age < -TOLERANCE) {
        throw new VerificationFailed(Reason::TimestampTooNew, 'more than 5 minutes in the future');
    }

    $given = array_filter(explode(' ', $signatures), fn (string $signature) => str_starts_with($signature, 'v1,'));
    if ($given === []) {
        throw new VerificationFailed(Reason::NoSignature, 'no signature of version v1');
    }
    if (!matches($keys, "$id.$timestamp.$body", $given)) {
        throw new VerificationFailed(
            Reason::WrongSignature,
            'no signature matches: wrong secret, or the request was changed',
        );
    }

    $event = json_decode($body, true);
    if (!is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
        throw new VerificationFailed(Reason::InvalidBody, 'the signature is valid, but the body is not a JSON event');
    }

    return ['id' => $id] + $event;
}

/**
 * @param list<string> $keys
 * @param array<string> $given
 */
function matches(array $keys, string $signed, array $given): bool
{
    foreach ($keys as $key) {
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true));
        foreach ($given as $signature) {
            if (hash_equals($expected, $signature)) {
                return true;
            }
        }
    }

    return false;
}

function keyOf(#[\SensitiveParameter] string $secret): string
{
    if (preg_match('~^whsec_([A-Za-z0-9+/]{32,}={0,2})$~D', $secret, $match) !== 1) {
        throw new \InvalidArgumentException('a secret must be whsec_ followed by at least 24 bytes in base64');
    }

    return base64_decode($match[1]);
}

/** @param array<string, string|list<string>> $headers */
function headerOf(array $headers, string $name): string
{
    $value = array_change_key_case($headers)[$name] ?? '';
    $value = is_array($value) ? $value[0] ?? '' : $value;
    if ($value === '') {
        throw new VerificationFailed(Reason::MissingHeader, "$name is missing");
    }

    return $value;
}
