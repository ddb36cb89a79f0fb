package dev.nameyard.webhooks;

import java.time.Instant;

/** An event of a type that a later version of the service has added; the data are maps, lists, strings and numbers. */
public record UnknownEvent(String id, String type, Instant timestamp, Object data) implements Event {}
