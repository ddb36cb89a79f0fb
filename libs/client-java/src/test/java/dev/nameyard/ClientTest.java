package dev.nameyard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import dev.nameyard.errors.DomainTakenException;
import dev.nameyard.internal.Json;
import dev.nameyard.types.AuthCodeResult;
import dev.nameyard.types.OrderRequest;
import dev.nameyard.webhooks.DomainExpiredEvent;
import dev.nameyard.webhooks.Webhooks;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientTest {
  private static final String KEY = "ny_sandbox_secret";
  private static final String SECRET = "whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private HttpServer server;
  private final List<String> responses = new ArrayList<>();
  private final List<String> queries = new ArrayList<>();
  private final List<String> upgrades = new ArrayList<>();

  @BeforeEach
  void startServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> {
      queries.add(exchange.getRequestURI().getRawQuery());
      upgrades.add(exchange.getRequestHeaders().getFirst("Upgrade"));
      String[] response = responses.remove(0).split(" ", 2);
      byte[] body = response[1].getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Retry-After", "0");
      exchange.sendResponseHeaders(Integer.parseInt(response[0]), body.length);
      exchange.getResponseBody().write(body);
      exchange.close();
    });
    server.start();
  }

  @AfterEach
  void stopServer() {
    server.stop(0);
  }

  private Nameyard.Builder builder() {
    return Nameyard.builder("http://127.0.0.1:" + server.getAddress().getPort() + "/api/v1", "demo", Secret.of(KEY));
  }

  @Test
  void doesNotPrintSecrets() {
    AuthCodeResult result = Json.decode(AuthCodeResult.class, Map.of("auth_code", "hidden"));
    assertFalse(result.toString().contains("hidden"), result.toString());
    assertFalse(builder().build().toString().contains(KEY));
    assertEquals("{\"auth_code\":\"hidden\"}", Json.write(result).replaceAll("\"[^\"]+\":null,?", ""));
  }

  @Test
  void loadsPagesWhenTheyAreNeeded() {
    responses.addAll(List.of(
        "200 {\"data\":{\"orders\":[{\"order_id\":\"a\",\"amount\":{\"currency\":\"USD\",\"total\":24.98}}],\"next\":\"a b\"}}",
        "200 {\"data\":{\"orders\":[{\"order_id\":\"b\"}],\"next\":null}}"));
    var orders = builder().build().orders().list().iterator();
    assertEquals(new BigDecimal("24.98"), orders.next().amount().total());
    assertEquals(1, queries.size());
    assertEquals("b", orders.next().orderId());
    assertFalse(orders.hasNext());
    assertEquals(Arrays.asList(null, "after=a%20b"), queries);
  }

  @Test
  void throwsTheExceptionOfAnErrorCode() {
    responses.add("409 {\"error\":{\"code\":\"DOMAIN_TAKEN\",\"message\":\"Taken.\",\"docs\":\"/docs/errors\"}}");
    DomainTakenException error =
        assertThrows(DomainTakenException.class, () -> builder().build().domains().search("taken.com"));
    assertEquals("Taken.", error.getMessage());
    assertTrue(error.docs().matches("http://127.0.0.1:\\d+/docs/errors"), error.docs());
  }

  @Test
  void callsHooksForEachAttempt() {
    responses.addAll(List.of("503 -", "200 {\"data\":{\"status\":\"available\"}}"));
    List<Integer> statuses = new ArrayList<>();
    builder().after(attempt -> statuses.add(attempt.status())).build().domains().search("x.com");
    assertEquals(List.of(503, 200), statuses);
  }

  @Test
  void offersNoUpgradeWithoutHttps() {
    responses.add("200 {\"data\":{\"status\":\"available\"}}");
    builder().build().domains().search("x.com");
    assertEquals(Arrays.asList((String) null), upgrades);
  }

  @Test
  void keepsTheInterruptionOfAThread() {
    Thread.currentThread().interrupt();
    assertThrows(AbortedException.class, () -> builder().build().domains().search("x.com"));
    assertTrue(Thread.interrupted());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost/api/v1", "http://localhost", "http://a:b@localhost/api/v1", "http://localhost/api/v1?a"})
  void rejectsBaseUrls(String url) {
    assertThrows(NameyardException.class, () -> new Nameyard(url, "demo", KEY));
  }

  @Test
  void rejectsOptionsThatCannotBeUsed() {
    Nameyard client = builder().build();
    CallOptions own = CallOptions.NONE.withHeader("authorization", "Bearer other");
    assertThrows(NameyardException.class, () -> client.domains().search("x.com", own));
    assertThrows(NameyardException.class, () -> client.domains().search("x.com", CallOptions.NONE.withTimeout(Duration.ZERO)));
    HttpClient following = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.ALWAYS).build();
    assertThrows(NameyardException.class, () -> builder().httpClient(following).build());
    assertThrows(NullPointerException.class, () -> OrderRequest.builder().domain("x.com").build());
  }

  @Test
  void readsRetryAfter() {
    assertEquals(Optional.of(Duration.ofSeconds(7)), Backoff.retryAfter(" 7 "));
    assertEquals(Optional.of(Duration.ZERO), Backoff.retryAfter("Wed, 21 Oct 2015 07:28:00 GMT"));
    assertEquals(Optional.empty(), Backoff.retryAfter("soon"));
  }

  @Test
  void verifiesWhatItSigns() {
    byte[] body = "{\"type\":\"domain.expired\",\"timestamp\":\"2026-01-01T00:00:00Z\",\"data\":{\"domain\":\"a.com\"}}".getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers = Webhooks.sign(body, List.of(SECRET), "evt_1", Instant.now());
    var event = assertInstanceOf(DomainExpiredEvent.class, Webhooks.unwrap(body, headers::get, List.of(SECRET)));
    assertEquals("a.com", event.data().domain());
    assertEquals("evt_1", event.id());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "{\"a\"}", "[1,]", "\"\\x\"", "1 2", "nul", "\"\n\""})
  void rejectsInvalidJson(String text) {
    assertThrows(IllegalArgumentException.class, () -> Json.parse(text));
  }

  @Test
  void writesWhatItReads() {
    String text = "{\"a\":[1,-2.50,true,null,\"\\u00e9\\\"\\ud83d\\ude00\\n\"],\"b\":{}}";
    assertEquals(Json.parse(text), Json.parse(Json.write(Json.parse(text))));
  }
}
