package dev.nameyard.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.nameyard.Nameyard;
import dev.nameyard.Secret;
import dev.nameyard.SignatureException;
import dev.nameyard.internal.Json;
import dev.nameyard.types.NewReceiver;
import dev.nameyard.types.NewReceiverRequest;
import dev.nameyard.webhooks.Event;
import dev.nameyard.webhooks.Webhooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.ToIntFunction;

/** A local HTTP server that gets the webhooks of a world and verifies their signatures. */
public final class Receiver {
  private final ExecutorService threads = Executors.newCachedThreadPool(Receiver::daemon);
  private final CompletableFuture<Secret> secret = new CompletableFuture<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Event> unread = new ArrayList<>();
  private final List<SignatureException> rejected = new ArrayList<>();
  private final HttpServer server;
  private final String id;
  private final String url;
  private ToIntFunction<Event> answer = event -> 200;

  Receiver(Nameyard client, List<String> types) {
    String host = System.getenv("NAMEYARD_RECEIVER_HOST");
    boolean isLocal = host == null || host.isEmpty();
    try {
      server = HttpServer.create(new InetSocketAddress(isLocal ? "127.0.0.1" : "0.0.0.0", 0), 0);
    } catch (IOException error) {
      throw new UncheckedIOException("the receiver of webhooks did not start", error);
    }
    server.createContext("/webhooks", this::receive);
    server.setExecutor(threads);
    server.start();
    url = "http://" + (isLocal ? "127.0.0.1" : host) + ":" + server.getAddress().getPort() + "/webhooks";
    try {
      NewReceiver registered = client.control().receivers()
          .add(NewReceiverRequest.builder().url(url).events(types.isEmpty() ? null : types).build());
      id = registered.id();
      secret.complete(registered.secret());
    } catch (RuntimeException error) {
      close();
      throw error;
    }
  }

  /** Returns the ID of the receiver in the world. */
  public String id() {
    return id;
  }

  /** Returns the address that the webhooks are sent to. */
  public String url() {
    return url;
  }

  /** Waits 10 seconds for the next event of a type. */
  public Event next(String type) {
    return next(type, null);
  }

  /** Waits 10 seconds for the next event of a type about a domain. */
  public Event next(String type, String domain) {
    return next(type, domain, Duration.ofSeconds(10));
  }

  /**
   * Waits for the next event of a type that no earlier call has returned, about a domain or any (null). Non-ASCII
   * domains are given as A-labels, {@code xn--…}. An event that is delivered again is the same event. Throws an
   * AssertionError with the list of what arrived.
   */
  public synchronized Event next(String type, String domain, Duration within) {
    long deadline = System.nanoTime() + within.toNanos();
    while (true) {
      for (Event event : unread)
        if (event.type().equals(type) && (domain == null || domain.replaceFirst("\\.$", "").equalsIgnoreCase(domainOf(event)))) {
          unread.remove(event);
          return event;
        }
      long left = deadline - System.nanoTime();
      if (left <= 0)
        throw new AssertionError("No " + type + (domain == null ? "" : " of " + domain) + " arrived within "
            + within.toMillis() / 1000.0 + " s.\n" + describe());
      try {
        TimeUnit.NANOSECONDS.timedWait(this, left);
      } catch (InterruptedException error) {
        Thread.currentThread().interrupt();
        throw new AssertionError("the test was interrupted while it waited for " + type + "\n" + describe(), error);
      }
    }
  }

  /** Sets the status of the responses from now on. */
  public void answer(int status) {
    answer(event -> status);
  }

  /** Sets a function that returns the status of the response to an event. */
  public synchronized void answer(ToIntFunction<Event> answer) {
    this.answer = answer;
  }

  /** Returns all verified webhooks in the order of arrival, also repeated ones. */
  public synchronized List<Event> events() {
    return List.copyOf(events);
  }

  /** Returns the errors of requests without a valid signature, which were answered with 400. */
  public synchronized List<SignatureException> rejected() {
    return List.copyOf(rejected);
  }

  /** Stops listening. The receiver stays registered, so that deliveries fail. */
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      int status;
      try {
        // Webhooks can arrive before the response with the secret.
        List<String> secrets = List.of(secret.join().reveal());
        Event event = Webhooks.unwrap(body, exchange.getRequestHeaders()::getFirst, secrets);
        status = keep(event).applyAsInt(event);
      } catch (SignatureException error) {
        reject(error);
        status = 400;
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  private synchronized ToIntFunction<Event> keep(Event event) {
    if (events.stream().noneMatch(each -> each.id().equals(event.id()))) unread.add(event);
    events.add(event);
    notifyAll();
    return answer;
  }

  private synchronized void reject(SignatureException error) {
    rejected.add(error);
  }

  private String describe() {
    List<String> lines = new ArrayList<>();
    for (Event event : events)
      lines.add("\n  " + event.type() + " " + domainOf(event) + (unread.contains(event) ? "" : " (returned by an earlier call)"));
    for (SignatureException error : rejected) lines.add("\n  a request that was rejected: " + error.getMessage());
    return lines.isEmpty() ? "Nothing arrived." : "Arrived:" + String.join("", lines);
  }

  private static String domainOf(Event event) {
    return Json.encode(event.data()) instanceof Map<?, ?> data && data.get("domain") instanceof String domain ? domain : "";
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "nameyard-receiver");
    thread.setDaemon(true);
    return thread;
  }
}
