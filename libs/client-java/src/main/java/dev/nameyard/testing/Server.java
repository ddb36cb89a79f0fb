package dev.nameyard.testing;

import dev.nameyard.Secret;
import dev.nameyard.internal.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** The server of all tests of a JVM: that of NAMEYARD_URL, NAMEYARD_TENANT and NAMEYARD_KEY, or a new one. */
record Server(String baseUrl, String tenant, Secret key) {
  private static final int START_SECONDS = 120;

  /** The server does not get other variables of the tests, such as DATABASE_URL. */
  private static final Pattern INHERITED = Pattern.compile(
      "PATH|HOME|USERPROFILE|SYSTEMROOT|TEMP|TMP|TMPDIR|LD_LIBRARY_PATH|LANG|TZ", Pattern.CASE_INSENSITIVE);

  /** Tests send more requests than the default rate limit allows, and should not wait long for a second attempt. */
  private static final Map<String, String> DEFAULTS = Map.of(
      "PORT", "0",
      "DATABASE_TIMEOUT", "5s",
      "LOG_LEVEL", "warn",
      "DEFAULT_RATE_LIMIT", "1000000",
      "WEBHOOK_RETRY_SCHEDULE", "0s,1s,2s,5s,30s,2m,10m,30m");

  private static Server ofRun;
  private static RuntimeException failure;

  /** A server that cannot start is not started again for each test. */
  static synchronized Server ofRun() {
    if (failure != null) throw new IllegalStateException(failure.getMessage(), failure);
    try {
      if (ofRun == null) ofRun = variable("URL").isEmpty() ? start() : given();
      return ofRun;
    } catch (RuntimeException error) {
      failure = error;
      throw error;
    }
  }

  private static Server given() {
    if (variable("TENANT").isEmpty() || variable("KEY").isEmpty())
      throw new IllegalStateException("NAMEYARD_URL requires NAMEYARD_TENANT and NAMEYARD_KEY");
    String baseUrl = variable("URL").replaceFirst("/?(api/v1/?)?$", "") + "/api/v1";
    return new Server(baseUrl, variable("TENANT"), Secret.of(variable("KEY")));
  }

  static String variable(String name) {
    return System.getenv().getOrDefault("NAMEYARD_" + name, "");
  }

  /** Starts a server. It ends with this JVM, also if that is killed, because its standard input closes then. */
  private static Server start() {
    String command = variable("COMMAND").isBlank() ? "npx nameyard" : variable("COMMAND").strip();
    List<String> arguments = new ArrayList<>(List.of(command.split("\\s+")));
    arguments.addAll(List.of("start", "--json", "--temporary", "--stop-with-stdin"));
    ProcessBuilder builder = new ProcessBuilder(arguments);
    builder.environment().keySet().removeIf(name -> !INHERITED.matcher(name).matches());
    builder.environment().putAll(DEFAULTS);
    File errors = null;
    try {
      errors = File.createTempFile("nameyard", ".log");
      Process process = builder.redirectError(errors).start();
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(process)));
      String line = firstLineOf(process);
      Server server = in(line);
      if (server != null) return server;
      process.destroyForcibly();
      String output = line + new String(Files.readAllBytes(errors.toPath()), StandardCharsets.UTF_8);
      throw new IllegalStateException("`" + command + "` did not start; its output was: " + output);
    } catch (IOException error) {
      throw new IllegalStateException("nameyard did not start; install the npm package nameyard, or set NAMEYARD_COMMAND", error);
    } finally {
      if (errors != null) errors.delete();
    }
  }

  private static String firstLineOf(Process process) {
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    return CompletableFuture.supplyAsync(() -> output.lines().findFirst().orElse(""))
        .completeOnTimeout("", START_SECONDS, TimeUnit.SECONDS)
        .join();
  }

  /** Returns the server of a line that says that it is ready, or null. */
  private static Server in(String line) {
    try {
      if (Json.parse(line) instanceof Map<?, ?> ready
          && ready.get("base_url") instanceof String baseUrl
          && ready.get("tenant") instanceof String tenant
          && ready.get("key") instanceof String key) return new Server(baseUrl, tenant, Secret.of(key));
    } catch (IllegalArgumentException error) {
      // Not JSON.
    }
    return null;
  }

  /** Stops the server, and waits until its data is removed. */
  private static void stop(Process process) {
    try {
      process.getOutputStream().close();
      process.waitFor();
    } catch (IOException | InterruptedException error) {
      process.destroyForcibly();
    }
  }
}
