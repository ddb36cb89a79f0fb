package dev.nameyard.webhooks;

import dev.nameyard.NameyardException;
import dev.nameyard.SignatureException;
import dev.nameyard.internal.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies and signs webhooks. */
public final class Webhooks {
  /** The usual maximum difference between the timestamp of a webhook and its arrival. */
  public static final Duration TOLERANCE = Duration.ofMinutes(5);

  private Webhooks() {}

  /** Verifies a webhook that has arrived now, with the usual tolerance. */
  public static Event unwrap(byte[] body, UnaryOperator<String> header, List<String> secrets) {
    return unwrap(body, header, secrets, TOLERANCE, Instant.now());
  }

  /**
   * Verifies a webhook and returns its event. Throws SignatureException if it is not authentic and current.
   *
   * @param body the body as it was received
   * @param header returns the first header of a name or null, for example {@code request::getHeader}; names are
   *     case-insensitive
   * @param secrets one of them must match, so that secrets can be rotated
   * @param tolerance maximum difference between the timestamp of the webhook and its arrival
   * @param now time of arrival
   */
  public static Event unwrap(
      byte[] body, UnaryOperator<String> header, List<String> secrets, Duration tolerance, Instant now) {
    List<byte[]> keys = keysOf(secrets);
    String id = required(header, "webhook-id");
    String timestamp = required(header, "webhook-timestamp");
    String signatures = required(header, "webhook-signature");
    checkTimestamp(timestamp, now, tolerance.toSeconds());
    checkSignature(signatures, keys.stream().map(key -> signatureOf(key, id, timestamp, body)).toList());
    return eventIn(body, id);
  }

  /** Returns the headers of a webhook, for unit tests of a receiver. */
  public static Map<String, String> sign(byte[] body, List<String> secrets, String id, Instant at) {
    String timestamp = Long.toString(at.getEpochSecond());
    List<String> signatures = keysOf(secrets).stream().map(key -> signatureOf(key, id, timestamp, body)).toList();
    return Map.of("webhook-id", id, "webhook-timestamp", timestamp, "webhook-signature", String.join(" ", signatures));
  }

  private static List<byte[]> keysOf(List<String> secrets) {
    if (secrets.isEmpty()) throw new NameyardException("at least one secret is required");
    return secrets.stream().map(Webhooks::keyOf).toList();
  }

  private static byte[] keyOf(String secret) {
    try {
      byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
      if (secret.startsWith("whsec_") && key.length >= 24) return key;
    } catch (IllegalArgumentException error) {
      // The message below says what is expected.
    }
    throw new NameyardException("a secret must be whsec_ followed by at least 24 bytes in base64");
  }

  private static String required(UnaryOperator<String> header, String name) {
    String value = header.apply(name);
    check(value != null && !value.isEmpty(), "missing_header", "the header " + name + " is missing");
    return value;
  }

  private static void checkTimestamp(String timestamp, Instant now, long tolerance) {
    check(timestamp.matches("\\d{1,12}"), "invalid_timestamp", "the header webhook-timestamp must be in Unix seconds");
    long age = now.getEpochSecond() - Long.parseLong(timestamp);
    check(age <= tolerance, "timestamp_too_old", "the webhook is older than " + tolerance + " s");
    check(age >= -tolerance, "timestamp_too_new", "the webhook is more than " + tolerance + " s in the future");
  }

  private static void checkSignature(String signatures, List<String> expected) {
    List<String> given = Stream.of(signatures.split(" ")).filter(each -> each.startsWith("v1,")).toList();
    check(!given.isEmpty(), "no_signature", "there is no signature of version v1");
    boolean isSigned = expected.stream().anyMatch(key -> given.stream().anyMatch(each -> isEqual(key, each)));
    check(isSigned, "wrong_signature", "no signature matches: wrong secret, or the body was changed");
  }

  private static boolean isEqual(String left, String right) {
    return MessageDigest.isEqual(left.getBytes(StandardCharsets.UTF_8), right.getBytes(StandardCharsets.UTF_8));
  }

  private static void check(boolean isValid, String reason, String message) {
    if (!isValid) throw new SignatureException(reason, message);
  }

  private static String signatureOf(byte[] key, String id, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
    } catch (GeneralSecurityException error) {
      throw new IllegalStateException(error);
    }
  }

  private static Event eventIn(byte[] body, String id) {
    try {
      if (Json.parse(new String(body, StandardCharsets.UTF_8)) instanceof Map<?, ?> message
          && message.get("type") instanceof String type
          && message.get("data") instanceof Map) {
        Map<Object, Object> members = new java.util.HashMap<>(message);
        members.put("id", id);
        return Json.decode(EventTypes.CLASSES.getOrDefault(type, UnknownEvent.class), members);
      }
    } catch (RuntimeException error) {
      // Handled below: not JSON, or members of other types.
    }
    throw new SignatureException("invalid_body", "the signature is valid, but the body is not a JSON event");
  }
}
