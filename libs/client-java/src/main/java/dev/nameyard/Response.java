package dev.nameyard;

import java.net.http.HttpHeaders;

/**
 * The result of a call, and what the response says beside it.
 *
 * @param requestId {@code X-Request-Id} of the response, which identifies the request in the request log
 * @param attempts number of attempts of the call
 * @param idempotencyKey idempotency key of all attempts; null if the call has none
 */
public record Response<T>(T data, String requestId, int attempts, String idempotencyKey, HttpHeaders headers) {}
