package dev.nameyard;

import dev.nameyard.internal.Json;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A call of the API.
 *
 * @param path below {@code /sandbox/}, with the query
 * @param isIdempotent whether the service accepts an idempotency key
 * @param isRepeatable whether it has the same effect if it is sent twice
 * @param seconds default timeout, if it is longer than that of the client
 */
record Call<T>(String method, String path, Object body, Class<T> result, boolean isIdempotent, boolean isRepeatable, int seconds) {
  /** Returns a path with the members of a record as its query, with another {@code after} unless it is null. */
  static String pathOf(String path, Record query, String after) {
    @SuppressWarnings("unchecked")
    Map<String, Object> members = (Map<String, Object>) Json.encode(query);
    if (after != null) members.put("after", after);
    if (members.isEmpty()) return path;
    return members.entrySet().stream()
        .map(each -> each.getKey() + "=" + segment(String.valueOf(each.getValue())))
        .collect(Collectors.joining("&", path + "?", ""));
  }

  /** Returns text as a part of a path. */
  static String segment(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
