<?php

/** Verifies the webhooks of Nameyard (Standard Webhooks, v1). PHP 8.1 or later, no dependencies. */

declare(strict_types=1);

namespace Nameyard\Webhooks;

/** Seconds by which the clocks of sender and receiver may differ, either way. */
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

/** The request is not a fresh message of ours: answer 400 and do nothing. */
final class VerificationFailed extends \RuntimeException
{
    public function __construct(public readonly Reason $reason, string $message)
    {
        parent::__construct($message);
    }
}

/**
 * The event, with the header webhook-id as its `id`: the same at each attempt, de-duplicate by it.
 *
 * @param string|list<string> $secrets one whsec_…, or several of which any may fit
 * @param array<string, string|list<string>> $headers as of getallheaders() or of a PSR-7 request
 * @param string $body the bytes as they came, before anything parsed them
 * @param int|null $now Unix seconds
 *
 * @return array{id: string, type: string, timestamp: string, data: array<string, mixed>}
 *
 * @throws VerificationFailed with the reason
 * @throws \InvalidArgumentException when a secret is none
 */
function verify(string|array $secrets, array $headers, string $body, ?int $now = null): array
{
    $keys = array_map(keyOf(...), (array) $secrets);
    if ($keys === []) {
        throw new \InvalidArgumentException('at least one secret is needed');
    }
    $id = headerOf($headers, 'webhook-id');
    $timestamp = headerOf($headers, 'webhook-timestamp');
    $signatures = headerOf($headers, 'webhook-signature');

    if (preg_match('/^[0-9]{1,12}$/D', $timestamp) !== 1) {
        throw new VerificationFailed(Reason::InvalidTimestamp, 'not in Unix seconds');
    }
    $age = ($now ?? time()) - (int) $timestamp;
    if ($age > TOLERANCE) {
        throw new VerificationFailed(Reason::TimestampTooOld, 'older than 5 minutes');
    }
    if ($age < -TOLERANCE) {
        throw new VerificationFailed(Reason::TimestampTooNew, 'ahead by over 5 minutes');
    }

    $given = array_filter(explode(' ', $signatures), fn (string $signature) => str_starts_with($signature, 'v1,'));
    if ($given === []) {
        throw new VerificationFailed(Reason::NoSignature, 'no signature of version v1');
    }
    if (!fits($keys, "$id.$timestamp.$body", $given)) {
        throw new VerificationFailed(
            Reason::WrongSignature,
            'no signature fits: another secret, or altered on the way',
        );
    }

    $event = json_decode($body, true);
    if (!is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
        throw new VerificationFailed(Reason::InvalidBody, 'signed, and yet not an event in JSON');
    }

    return ['id' => $id] + $event;
}

/**
 * @param list<string> $keys
 * @param array<string> $given
 */
function fits(array $keys, string $signed, array $given): bool
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
        throw new \InvalidArgumentException('a secret is whsec_ and base64 of at least 24 bytes');
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
