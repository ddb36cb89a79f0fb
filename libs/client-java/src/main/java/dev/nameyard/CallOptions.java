package dev.nameyard;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options of a single call: {@code CallOptions.NONE.withTimeout(Duration.ofSeconds(5))}.
 *
 * @param timeout maximum duration of each attempt; null for that of the client
 * @param maxRetries maximum number of repeated attempts; null for that of the client
 * @param idempotencyKey 1 to 255 visible ASCII characters; null for a new UUID
 * @param headers more headers, for example {@code X-Request-Id}, {@code traceparent} or {@code Sandbox-Fault}
 */
public record CallOptions(Duration timeout, Integer maxRetries, String idempotencyKey, Map<String, String> headers) {
  /** The options of the client. */
  public static final CallOptions NONE = new CallOptions(null, null, null, Map.of());

  /** Copies the headers; their names are case-insensitive. */
  public CallOptions {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    headers = java.util.Collections.unmodifiableMap(copy);
  }

  /** Sets the maximum duration of each attempt. */
  public CallOptions withTimeout(Duration timeout) {
    return new CallOptions(timeout, maxRetries, idempotencyKey, headers);
  }

  /** Sets the maximum number of repeated attempts. */
  public CallOptions withMaxRetries(int maxRetries) {
    return new CallOptions(timeout, maxRetries, idempotencyKey, headers);
  }

  /** Sets the idempotency key. It is the same for all attempts. */
  public CallOptions withIdempotencyKey(String idempotencyKey) {
    return new CallOptions(timeout, maxRetries, idempotencyKey, headers);
  }

  /** Adds a header. */
  public CallOptions withHeader(String name, String value) {
    Map<String, String> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    copy.putAll(headers);
    copy.put(name, value);
    return new CallOptions(timeout, maxRetries, idempotencyKey, copy);
  }
}
