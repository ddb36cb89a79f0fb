package dev.nameyard.webhooks;

import java.time.Instant;

/** A verified event: one of the records of this package, or {@link UnknownEvent}. */
public interface Event {
  /** The same at each attempt of the delivery: use it to detect duplicates. */
  String id();

  /** Type, for example {@code domain.registered}. */
  String type();

  /** Time of the event. */
  Instant timestamp();

  /** What has happened. */
  Object data();
}
