<?php

declare(strict_types=1);

namespace Nameyard;

/** Verifies and signs webhooks. */
final class Webhooks
{
    public const DEFAULT_TOLERANCE = 300;

    /**
     * Verifies a webhook and returns its event.
     *
     * @param string $body the body as it was received, before any parser
     * @param array<string, string|list<string>> $headers of `getallheaders()`, or of a PSR-7 request
     * @param string|Secret|list<string|Secret> $secrets signing secrets (`whsec_…`); one of them must match
     * @param int $tolerance maximum seconds between the timestamp of the webhook and its arrival
     * @param ?int $now time of arrival in seconds since 1970
     * @throws SignatureError if the webhook is not authentic and current
     * @throws NameyardError  if an argument is wrong, for example a malformed secret
     */
    public static function unwrap(
        string $body,
        array $headers,
        #[\SensitiveParameter]
        string|Secret|array $secrets,
        int $tolerance = self::DEFAULT_TOLERANCE,
        ?int $now = null,
    ): Event {
        $keys = self::keysOf($secrets);
        $given = array_change_key_case($headers);
        $values = [];
        foreach (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as $name) {
            $value = ((array) ($given[$name] ?? ''))[0] ?? '';
            $values[] = $value !== '' ? $value : throw new SignatureError('missing_header', "the header {$name} is missing");
        }
        [$id, $timestamp, $signatures] = $values;
        self::checkTimestamp($timestamp, $now ?? time(), $tolerance);
        self::checkSignature($signatures, self::signatures("{$id}.{$timestamp}.{$body}", $keys));

        return self::eventIn($body, $id);
    }

    /**
     * Returns the headers of a webhook, for unit tests of a receiver.
     *
     * @param string|Secret|list<string|Secret> $secrets
     * @return array<string, string>
     */
    public static function sign(string $body, #[\SensitiveParameter] string|Secret|array $secrets, string $id = 'evt_1', ?int $timestamp = null): array
    {
        $timestamp ??= time();
        $signatures = self::signatures("{$id}.{$timestamp}.{$body}", self::keysOf($secrets));

        return ['webhook-id' => $id, 'webhook-timestamp' => (string) $timestamp, 'webhook-signature' => implode(' ', $signatures)];
    }

    /**
     * @param string|Secret|list<string|Secret> $secrets
     * @return non-empty-list<string>
     */
    private static function keysOf(#[\SensitiveParameter] string|Secret|array $secrets): array
    {
        $keys = [];
        foreach (is_array($secrets) ? $secrets : [$secrets] as $secret) {
            $text = $secret instanceof Secret ? $secret->reveal() : (is_string($secret) ? $secret : '');
            preg_match('#^whsec_([A-Za-z0-9+/]{32,}={0,2})$#D', $text, $match);
            $key = base64_decode($match[1] ?? '', true);
            $keys[] = $key ?: throw new NameyardError('a secret must be whsec_ followed by at least 24 bytes in base64');
        }

        return $keys !== [] ? $keys : throw new NameyardError('at least one secret is required');
    }

    /**
     * @param list<string> $keys
     * @return list<string>
     */
    private static function signatures(string $signed, #[\SensitiveParameter] array $keys): array
    {
        return array_map(static fn(string $key): string => 'v1,' . base64_encode(hash_hmac('sha256', $signed, $key, true)), $keys);
    }

    private static function checkTimestamp(string $timestamp, int $now, int $tolerance): void
    {
        self::check(preg_match('/^[0-9]{1,12}$/D', $timestamp) === 1, 'invalid_timestamp', 'the header webhook-timestamp must be in Unix seconds');
        self::check((int) $timestamp >= $now - $tolerance, 'timestamp_too_old', "the webhook is older than {$tolerance} seconds");
        self::check((int) $timestamp <= $now + $tolerance, 'timestamp_too_new', "the webhook is more than {$tolerance} seconds in the future");
    }

    /** @param list<string> $expected */
    private static function checkSignature(string $signatures, array $expected): void
    {
        $given = preg_grep('/^v1,/', explode(' ', $signatures)) ?: [];
        self::check($given !== [], 'no_signature', 'there is no signature of version v1');
        $isSigned = false;
        foreach ($expected as $signature) {
            $isSigned = $isSigned || array_filter($given, static fn(string $each): bool => hash_equals($signature, $each)) !== [];
        }
        self::check($isSigned, 'wrong_signature', 'no signature matches: wrong secret, or the body was changed');
    }

    private static function check(bool $isValid, string $reason, string $message): void
    {
        if (!$isValid) {
            throw new SignatureError($reason, $message);
        }
    }

    private static function eventIn(string $body, string $id): Event
    {
        $message = json_decode($body, true);
        if (is_array($message) && is_string($message['type'] ?? null) && is_array($message['data'] ?? null)) {
            $class = Events\Types::CLASSES[$message['type']] ?? UnknownEvent::class;
            try {
                return $class::fromJson(['id' => $id] + $message);
            } catch (\Exception|\TypeError) {
                // Reported below.
            }
        }
        throw new SignatureError('invalid_body', 'the signature is valid, but the body is not a JSON event');
    }
}
