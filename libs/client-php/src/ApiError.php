<?php

declare(strict_types=1);

namespace Nameyard;

use Nameyard\Types\BrokenFieldView;

/** The service responded with an error. Each error code that this version knows has a subclass. */
class ApiError extends NameyardError
{
    /**
     * @param string $errorCode for example `DOMAIN_TAKEN`; `UNKNOWN` if the response has none, for example because it is from a proxy
     * @param list<BrokenFieldView> $details the refused fields; empty if the error does not concern fields
     * @param ?string $requestId `X-Request-Id` of the response, which identifies the request in the request log
     * @param bool $retryable whether the same call can succeed later
     * @param ?string $docs URL of the description of the error
     * @param array<string, string> $headers headers of the response; their names are in lower case
     */
    final public function __construct(
        string $message,
        public readonly int $status,
        public readonly string $errorCode,
        public readonly array $details,
        public readonly ?string $requestId,
        public readonly bool $retryable,
        public readonly ?string $docs,
        public readonly array $headers,
    ) {
        parent::__construct($message);
    }

    /**
     * @param array<string, string> $headers
     * @internal
     */
    public static function of(int $status, array $headers, mixed $body, string $origin): self
    {
        $error = is_array($body) && is_array($body['error'] ?? null) ? $body['error'] : [];
        $code = is_string($error['code'] ?? null) ? $error['code'] : 'UNKNOWN';
        if ($code === 'UNKNOWN') {
            $message = "The service responded with status {$status} and no error code. Check the base URL.";
            $error = ['message' => $message, 'retryable' => in_array($status, Backoff::RETRIED_STATUSES, true)];
        }
        $class = Errors\Codes::CLASSES[$code] ?? self::class;
        $docs = is_string($error['docs'] ?? null) ? $error['docs'] : null;
        $docs = $docs !== null && str_starts_with($docs, '/') ? $origin . $docs : $docs;
        $message = is_string($error['message'] ?? null) ? $error['message'] : "The service responded with status {$status} and the error code {$code}.";
        $details = [];
        foreach ((array) ($error['details'] ?? []) as $field) {
            if (is_string($field['field'] ?? null) && is_string($field['message'] ?? null)) {
                try {
                    $details[] = BrokenFieldView::fromJson($field);
                } catch (\Exception|\TypeError) {
                    // Details of a later version.
                }
            }
        }
        if ($code === 'VALIDATION_FAILED' && $details !== []) {
            $first = array_map(static fn(BrokenFieldView $each): string => "{$each->field} {$each->message}", array_slice($details, 0, 3));
            $message .= ' ' . implode('; ', $first) . '.';
        }
        $isRetryable = ($error['retryable'] ?? false) === true;

        return new $class($message, $status, $code, $details, $headers['x-request-id'] ?? null, $isRetryable, $docs, $headers);
    }
}
