package dev.nameyard;

import dev.nameyard.internal.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** A call of the API. */
final class Call<T> {
  final String method;
  final Class<T> result;
  /** Below {@code /sandbox/}, with the query. */
  String path;
  Object body;
  /** Whether the service accepts an idempotency key. */
  boolean isIdempotent;
  /** Whether a POST request changes nothing. */
  boolean reads;
  /** Default timeout, if it is longer than that of the client. */
  int seconds;

  Call(String method, String path, Class<T> result) {
    this.method = method;
    this.path = path;
    this.result = result;
  }

  boolean isRepeatable() {
    return !method.equals("POST") || isIdempotent || reads;
  }

  Call<T> body(Object body) {
    this.body = body;
    return this;
  }

  /** Adds the members of a record to the address, with another {@code after} unless it is null. */
  Call<T> query(Record query, String after) {
    @SuppressWarnings("unchecked")
    Map<String, Object> members = (Map<String, Object>) Json.encode(query);
    if (after != null) members.put("after", after);
    if (members.isEmpty()) return this;
    path += members.entrySet().stream()
        .map(each -> each.getKey() + "=" + segment(String.valueOf(each.getValue())))
        .collect(Collectors.joining("&", "?", ""));
    return this;
  }

  Call<T> idempotent() {
    isIdempotent = true;
    return this;
  }

  Call<T> reads() {
    reads = true;
    return this;
  }

  Call<T> seconds(int seconds) {
    this.seconds = seconds;
    return this;
  }

  /** Returns text as a part of a path. */
  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
