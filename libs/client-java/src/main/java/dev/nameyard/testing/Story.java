package dev.nameyard.testing;

import dev.nameyard.Control;
import dev.nameyard.NameyardException;
import dev.nameyard.errors.ApiKeyInvalidException;
import dev.nameyard.internal.Json;
import dev.nameyard.types.*;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What has happened in a world, as text. */
final class Story {
  private static final int MAX_REQUESTS = 200;

  private Story() {}

  /** @param hasPage whether the server runs on after the tests, so that the link to the portal works */
  static String of(World world, boolean hasPage) {
    Control control = world.client().control();
    String origin = world.baseUrl().replaceFirst("/api/v1$", "");
    String page = hasPage ? "\nStory in the portal: " + origin + "/portal/t/" + world.parentTenant() + "/worlds/" + world.tenant() : "";
    List<FaultView> rules;
    List<JournalRequest> requests;
    List<JournalRequestOrJournalDelivery> deliveries;
    try {
      rules = control.faults().list().faults();
      requests = control.journal().requests(ReadJournalQuery.builder().limit(MAX_REQUESTS).build()).stream().limit(MAX_REQUESTS).toList();
      ExpectedDelivery any = ExpectedDelivery.builder().build();
      deliveries = control.journal().verify(VerifyRequest.builder().delivery(any).times(Map.of("min", 0)).build()).matches();
    } catch (ApiKeyInvalidException error) {
      return "The world " + world.tenant() + " has ended." + page;
    } catch (NameyardException error) {
      return "The world " + world.tenant() + " cannot be read: " + error.getMessage() + page;
    }
    Map<String, String> fired = rules.stream().collect(Collectors.toMap(FaultView::id, rule -> headerOf(rule.fault())));
    return String.join("\n",
        "What happened in the world " + world.tenant() + ":",
        section("Requests", requests.stream().map(each -> lineOf(each, fired))),
        section("Deliveries", deliveries.stream().map(Story::lineOf)),
        section("Faults that did not fire", rules.stream().filter(rule -> rule.used() == 0).map(Story::lineOf)))
        + page;
  }

  /** Returns the message of a failed verification: what was expected, and what there was instead. */
  static String ofFailure(VerifyRequest expected, Verified result) {
    List<String> lines = new ArrayList<>();
    lines.add("Expected " + fieldsOf(expected) + ", but found " + result.count() + ".");
    lines.addAll(result.reasons());
    if (!result.matches().isEmpty()) lines.add("Found:");
    for (Object each : result.matches()) lines.add("  " + fieldsOf(each));
    if (!result.nearest().isEmpty()) lines.add("Nearest misses:");
    for (Object each : result.nearest()) lines.add("  " + fieldsOf(each));
    return String.join("\n", lines);
  }

  private static String section(String title, Stream<String> lines) {
    StringBuilder text = new StringBuilder(title).append(':');
    int[] number = {0};
    lines.forEach(line -> text.append("\n  ").append(++number[0]).append(". ").append(line));
    return number[0] == 0 ? title + ": none" : text.toString();
  }

  private static String lineOf(JournalRequest request, Map<String, String> fired) {
    String fault = request.faulted();
    return joined(
        request.operation() == null ? request.method() + " " + request.path() : request.operation(),
        request.domain(),
        request.status() == null ? "no response" : request.status(),
        request.code(),
        request.replayed() ? "replayed" : null,
        fault == null ? null : "fault " + fault + ("header".equals(fault) ? "" : " (" + fired.getOrDefault(fault, "removed") + ")"));
  }

  private static String lineOf(JournalRequestOrJournalDelivery delivery) {
    String by = delivery.alteredBy() == null ? "a fault" : delivery.alteredBy();
    return joined(
        delivery.event(),
        delivery.domain(),
        "to " + delivery.receiver() + ": " + delivery.state() + ",",
        delivery.attempts() == 1 ? "1 attempt" : delivery.attempts() + " attempts",
        delivery.altered() == null ? null : "altered (" + delivery.altered() + ") by " + by);
  }

  private static String lineOf(FaultView rule) {
    String match = fieldsOf(rule.match());
    return rule.id() + " " + headerOf(rule.fault()) + " for " + (match.isEmpty() ? "all operations" : match)
        + ": 0 of " + rule.times() + (rule.skip() == 0 ? "" : ", after " + rule.skip());
  }

  /** Returns a fault as in the header {@code Sandbox-Fault}. */
  private static String headerOf(FaultParameters fault) {
    return fieldsOf(fault).replaceFirst("^kind=", "").replace(", ", ";");
  }

  /** Returns the fields of a value: operation=checkout, status=201. */
  private static String fieldsOf(Object value) {
    return ((Map<?, ?>) Json.encode(value)).entrySet().stream()
        .map(each -> each.getKey() + "=" + (each.getValue() instanceof Map<?, ?> fields ? "(" + fieldsOf(fields) + ")" : each.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static String joined(Object... parts) {
    return Stream.of(parts).filter(Objects::nonNull).map(String::valueOf).collect(Collectors.joining(" "));
  }
}
