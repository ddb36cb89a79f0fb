package dev.nameyard;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/** When a call is repeated. */
final class Backoff {
  static final Set<Integer> RETRIED_STATUSES = Set.of(408, 429, 502, 503, 504);

  private static final long MIN_PAUSE = 500;
  private static final long MAX_PAUSE = 8_000;
  private static final Duration MAX_RETRY_AFTER = Duration.ofMinutes(1);

  private Backoff() {}

  /** Returns the pause before the next attempt; empty if the call must not be repeated. */
  static Optional<Duration> pauseAfter(NameyardException error, int attempts, boolean isRepeatable) {
    if (!(error instanceof ApiException failure)) {
      boolean isBroken = error instanceof ConnectionException || error instanceof TimeoutException;
      return isBroken && isRepeatable ? Optional.of(exponential(attempts)) : Optional.empty();
    }
    // With other statuses, a change may have been committed.
    boolean isRefused = failure.code().equals("IDEMPOTENCY_IN_PROGRESS") || failure.status() == 429;
    if (!isRefused && !(isRepeatable && RETRIED_STATUSES.contains(failure.status()))) return Optional.empty();
    Optional<Duration> given = failure.headers().firstValue("Retry-After").flatMap(Backoff::retryAfter);
    if (given.isEmpty()) return Optional.of(exponential(attempts));
    return given.filter(pause -> pause.compareTo(MAX_RETRY_AFTER) <= 0);
  }

  /** 0.5 s, doubled with each attempt up to 8 s; jitter lengthens it by up to a half, within these limits. */
  static Duration exponential(int attempts) {
    double pause = MIN_PAUSE * (1L << Math.min(attempts - 1, 10)) * (1 + ThreadLocalRandom.current().nextDouble() / 2);
    return Duration.ofMillis(Math.min(MAX_PAUSE, (long) pause));
  }

  static Optional<Duration> retryAfter(String value) {
    String text = value.strip();
    if (text.matches("\\d{1,9}")) return Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    try {
      Instant date = DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from);
      Duration pause = Duration.between(Instant.now(), date);
      return Optional.of(pause.isNegative() ? Duration.ZERO : pause);
    } catch (DateTimeException error) {
      return Optional.empty();
    }
  }
}
