package dev.nameyard;

import dev.nameyard.errors.ErrorCodes;
import dev.nameyard.internal.Json;
import dev.nameyard.types.BrokenFieldView;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Sends the calls of a client, and repeats them if that can help. */
final class Transport {
  private static final String USER_AGENT = "nameyard-java/" + Nameyard.VERSION + " (" + Runtime.version() + ")";
  private static final Set<String> OWN_HEADERS =
      Set.of("accept", "authorization", "content-type", "user-agent", "x-tenant", "x-idempotency-key");

  private final Nameyard.Builder settings;

  Transport(Nameyard.Builder settings) {
    this.settings = settings;
  }

  <T> Response<T> send(Call<T> call, CallOptions options) {
    Duration least = Duration.ofSeconds(call.seconds());
    Duration usual = settings.timeout.compareTo(least) > 0 ? settings.timeout : least;
    Duration timeout = options.timeout() == null ? usual : options.timeout();
    int maxRetries = options.maxRetries() == null ? settings.maxRetries : options.maxRetries();
    checkLimits(timeout, maxRetries);
    String given = options.idempotencyKey() == null ? UUID.randomUUID().toString() : options.idempotencyKey();
    String key = call.isIdempotent() ? given : null;
    HttpRequest request = requestOf(call, options.headers(), key);
    for (int attempts = 1; ; attempts++) {
      try {
        return attempt(request, timeout, call.result(), attempts, key);
      } catch (NameyardException error) {
        error.of(attempts, key);
        Optional<Duration> pause = Backoff.pauseAfter(error, attempts, call.isRepeatable());
        if (attempts > maxRetries || pause.isEmpty()) throw error;
        sleep(pause.get(), attempts, key);
      }
    }
  }

  private static void sleep(Duration pause, int attempts, String key) {
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new AbortedException().of(attempts, key);
    }
  }

  private HttpRequest requestOf(Call<?> call, Map<String, String> headers, String key) {
    try {
      HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(settings.baseUrl + "/sandbox/" + call.path()))
          .header("Accept", "application/json")
          .header("User-Agent", USER_AGENT)
          .header("X-Tenant", settings.tenant)
          .header("Authorization", "Bearer " + settings.apiKey.reveal());
      if (call.body() == null) request.method(call.method(), BodyPublishers.noBody());
      else request.header("Content-Type", "application/json").method(call.method(), BodyPublishers.ofString(Json.write(call.body())));
      headers.forEach((name, value) -> {
        if (OWN_HEADERS.contains(name.toLowerCase(java.util.Locale.ROOT)))
          throw new NameyardException("the header " + name + " is set by the client");
        request.header(name, value);
      });
      if (key != null) request.header("X-Idempotency-Key", checkToken("the idempotency key", key));
      return request.build();
    } catch (IllegalArgumentException error) {
      throw new NameyardException("the request cannot be sent: " + error.getMessage(), error);
    }
  }

  /** Sends a request once, and reports it to the hooks. */
  private <T> Response<T> attempt(HttpRequest request, Duration timeout, Class<T> result, int number, String key) {
    Attempt attempt = new Attempt(request.method(), request.uri().toString(), number, 0, null);
    if (settings.before != null) settings.before.accept(attempt);
    int status = 0;
    NameyardException failure = null;
    try {
      HttpResponse<byte[]> response = exchange(request, timeout);
      status = response.statusCode();
      String requestId = response.headers().firstValue("X-Request-Id").orElse(null);
      return new Response<>(resultOf(response, result), requestId, number, key, response.headers());
    } catch (NameyardException error) {
      failure = error;
      throw error;
    } finally {
      Object outcome = status == 0 ? failure : status;
      settings.logger.log(System.Logger.Level.DEBUG, () -> attempt.method() + " " + attempt.url() + ", attempt " + number + ": " + outcome);
      tell(new Attempt(attempt.method(), attempt.url(), number, status, failure));
    }
  }

  /** A hook that fails must not hide the result of a call, which may have taken effect. */
  private void tell(Attempt attempt) {
    try {
      if (settings.after != null) settings.after.accept(attempt);
    } catch (RuntimeException error) {
      settings.logger.log(System.Logger.Level.WARNING, "the hook after an attempt failed", error);
    }
  }

  /** Returns the response with its body; the timeout covers both. */
  private HttpResponse<byte[]> exchange(HttpRequest request, Duration timeout) {
    CompletableFuture<HttpResponse<byte[]>> response = settings.httpClient.sendAsync(request, BodyHandlers.ofByteArray());
    try {
      return response.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
    } catch (java.util.concurrent.TimeoutException error) {
      throw new TimeoutException("no response within " + timeout.toMillis() / 1000.0 + " s");
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new AbortedException();
    } catch (ExecutionException error) {
      Throwable cause = error.getCause();
      String reason = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
      throw new ConnectionException("the connection to " + settings.baseUrl + " failed: " + reason, cause);
    } finally {
      response.cancel(true); // Without effect on a response that has arrived.
    }
  }

  private static <T> T resultOf(HttpResponse<byte[]> response, Class<T> result) {
    Object envelope = null;
    RuntimeException cause = null;
    try {
      envelope = Json.parse(new String(response.body(), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException error) {
      cause = error;
    }
    Map<?, ?> members = envelope instanceof Map<?, ?> map ? map : Map.of();
    if (response.statusCode() < 200 || response.statusCode() >= 300) throw apiException(response, members);
    try {
      if (members.get("data") != null) return Json.decode(result, members.get("data"));
    } catch (RuntimeException error) {
      cause = error;
    }
    throw new ConnectionException("the response is incomplete, or not from the service: it is not a JSON envelope", cause);
  }

  /** A proxy may respond with anything. */
  private static ApiException apiException(HttpResponse<byte[]> response, Map<?, ?> members) {
    int status = response.statusCode();
    String requestId = response.headers().firstValue("X-Request-Id").orElse(null);
    if (!(members.get("error") instanceof Map<?, ?> body) || !(body.get("code") instanceof String code)) {
      String message = "The service responded with status " + status + " and no error code. Check the base URL.";
      return new ApiException(new ErrorResponse(status, ApiException.UNKNOWN, message, List.of(), requestId,
          Backoff.RETRIED_STATUSES.contains(status), null, response.headers()));
    }
    List<BrokenFieldView> details = detailsOf(body.get("details"));
    // The service returns only a path if it does not know its address.
    String docs = body.get("docs") instanceof String url ? url.replaceFirst("^/", response.uri().resolve("/").toString()) : null;
    String message = body.get("message") instanceof String text
        ? text
        : "The service responded with status " + status + " and the error code " + code + ".";
    if (code.equals("VALIDATION_FAILED") && !details.isEmpty())
      message += details.stream().limit(3).map(each -> each.field() + " " + each.message()).collect(Collectors.joining("; ", " ", "."));
    return ErrorCodes.exceptionOf(new ErrorResponse(status, code, message, details,
        requestId, Boolean.TRUE.equals(body.get("retryable")), docs, response.headers()));
  }

  private static List<BrokenFieldView> detailsOf(Object details) {
    if (!(details instanceof List<?> list)) return List.of();
    try {
      return list.stream().filter(each -> each instanceof Map).map(each -> Json.decode(BrokenFieldView.class, each)).toList();
    } catch (RuntimeException error) {
      return List.of();
    }
  }

  static void checkLimits(Duration timeout, int maxRetries) {
    if (timeout.toMillis() <= 0) throw new NameyardException("the timeout must be greater than 0, not " + timeout);
    if (maxRetries < 0) throw new NameyardException("the maximum number of retries must be an integer from 0, not " + maxRetries);
  }

  /** Returns a value that can be sent as a header. */
  static String checkToken(String name, String value) {
    if (value != null && value.matches("[!-~]{1,255}")) return value;
    throw new NameyardException(name + " must be a string of 1 to 255 visible ASCII characters");
  }
}
