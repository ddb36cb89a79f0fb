import dev.nameyard.ApiException;
import dev.nameyard.CallOptions;
import dev.nameyard.Nameyard;
import dev.nameyard.NameyardException;
import dev.nameyard.Pages;
import dev.nameyard.Response;
import dev.nameyard.Secret;
import dev.nameyard.SignatureException;
import dev.nameyard.internal.Json;
import dev.nameyard.types.AddFaultRequest;
import dev.nameyard.types.NewWorldView;
import dev.nameyard.webhooks.Event;
import dev.nameyard.webhooks.Webhooks;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;

/** Plays the rows of libs/client/conformance/cases.json and prints the outcome of each as a line of JSON. */
final class Conformance {
  /** These arguments of the table are the requests of a method. */
  private static final List<String> WHOLE = List.of("changes", "expected", "settings", "snapshot", "report");

  private final Nameyard client;
  private final Map<String, Object> saved = new ConcurrentHashMap<>();

  private Conformance(Nameyard client) {
    this.client = client;
  }

  public static void main(String[] arguments) throws Exception {
    List<?> rows = (List<?>) Json.parse(Files.readString(Path.of(arguments[0])));
    Nameyard parent = new Nameyard(env("URL"), env("TENANT"), env("KEY"));
    List<Callable<Object>> tasks = new ArrayList<>();
    for (int index = 0; index < rows.size(); index++) {
      int row = index;
      tasks.add(() -> playRow(row, mapOf(rows.get(row)), parent));
    }
    // The standard output has the encoding of the locale.
    PrintStream output = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
    for (Object played : together(8, tasks)) output.println(Json.write(played));
  }

  private static Object playRow(int index, Map<String, Object> row, Nameyard parent) throws Exception {
    boolean isStubbed = row.containsKey("responses");
    if (isStubbed || ((String) row.get("call")).startsWith("webhooks.")) {
      Nameyard client = isStubbed ? new Nameyard(env("STUB") + "/" + index + "/api/v1", "stub", "ny_sandbox_stub") : null;
      return Map.of("row", index, "main", List.of(new Conformance(client).play(row)));
    }
    NewWorldView world = parent.control().worlds().create();
    Conformance player = new Conformance(new Nameyard(env("URL"), world.tenant(), world.key().reveal()));
    List<Object> before = player.playAll(row.get("before"));
    for (Object fault : listOf(row.get("faults"))) player.client.control().faults().add(Json.decode(AddFaultRequest.class, fault));
    int parallel = row.get("parallel") instanceof BigDecimal count ? count.intValue() : 1;
    List<Object> main = together(parallel, Collections.nCopies(parallel, () -> player.play(row)));
    List<Object> after = player.playAll(row.get("after"));
    parent.control().worlds().end(world.tenant());
    return Map.of("row", index, "before", before, "main", main, "after", after, "saved", player.saved);
  }

  private List<Object> playAll(Object steps) throws Exception {
    List<Object> outcomes = new ArrayList<>();
    for (Object step : listOf(steps)) outcomes.add(play(mapOf(step)));
    return outcomes;
  }

  private Map<String, Object> play(Map<String, Object> step) throws Exception {
    Map<String, Object> args = mapOf(resolve(step.getOrDefault("args", Map.of())));
    Map<String, Object> outcome = new LinkedHashMap<>();
    try {
      if (client == null) outcome.put("result", plain(unwrap(args)));
      else call((String) step.get("call"), args, optionsOf(mapOf(step.getOrDefault("options", Map.of()))), outcome);
    } catch (NameyardException error) {
      return Map.of("error", describe(error));
    }
    if (step.containsKey("save")) saved.put((String) step.get("save"), Json.parse(Json.write(outcome.get("result"))));
    return outcome;
  }

  private void call(String name, Map<String, Object> args, CallOptions options, Map<String, Object> outcome) throws Exception {
    Object target = client;
    String[] path = name.split("\\.");
    for (String part : Arrays.copyOf(path, path.length - 1)) target = target.getClass().getMethod(part).invoke(target);
    String last = camel(path[path.length - 1]);
    List<Method> methods = Arrays.stream(target.getClass().getMethods())
        .filter(each -> Arrays.asList(each.getParameterTypes()).contains(CallOptions.class))
        .toList();
    Method method = methods.stream()
        .filter(each -> each.getName().equals(last + "WithResponse"))
        .findFirst()
        .or(() -> methods.stream().filter(each -> each.getName().equals(last)).findFirst())
        .orElseThrow();
    Object[] given = Arrays.stream(method.getParameters()).map(each -> argument(each, args, options)).toArray();
    Object result;
    try {
      result = method.invoke(target, given);
    } catch (InvocationTargetException error) {
      throw error.getCause() instanceof NameyardException cause ? cause : error;
    }
    if (result instanceof Pages<?> pages) {
      outcome.put("result", plain(pages.stream().toList()));
    } else {
      Response<?> response = (Response<?>) result;
      outcome.put("result", plain(response.data()));
      outcome.put("attempts", response.attempts());
      outcome.put("idempotency_key", response.idempotencyKey());
    }
  }

  /** Returns an argument of a method: a member of the arguments, or a record with one or all of them. */
  private static Object argument(Parameter parameter, Map<String, Object> args, CallOptions options) {
    Class<?> type = parameter.getType();
    if (type == CallOptions.class) return options;
    if (!type.isRecord()) return args.get(parameter.getName().replaceAll("[A-Z]", "_$0").toLowerCase());
    boolean isOrder = args.containsKey("owner");
    Object whole = WHOLE.stream().filter(each -> args.containsKey(each) && !isOrder).findFirst().map(args::get).orElse(args);
    return Json.decode(type, whole);
  }

  private static Event unwrap(Map<String, Object> args) {
    Map<String, Object> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    headers.putAll(mapOf(args.get("headers")));
    byte[] body = ((String) args.get("body")).getBytes(StandardCharsets.UTF_8);
    List<String> secrets = listOf(args.get("secrets")).stream().map(String.class::cast).toList();
    Instant now = Instant.ofEpochSecond(((BigDecimal) args.get("now")).longValue());
    return Webhooks.unwrap(body, name -> (String) headers.get(name), secrets, Webhooks.TOLERANCE, now);
  }

  private static CallOptions optionsOf(Map<String, Object> given) {
    CallOptions options = CallOptions.NONE.withIdempotencyKey((String) given.get("idempotency_key"));
    if (given.get("timeout") instanceof BigDecimal timeout) options = options.withTimeout(Duration.ofMillis(timeout.longValue()));
    if (given.get("max_retries") instanceof BigDecimal count) options = options.withMaxRetries(count.intValue());
    for (Map.Entry<String, Object> each : mapOf(given.getOrDefault("headers", Map.of())).entrySet())
      options = options.withHeader(each.getKey(), (String) each.getValue());
    return options;
  }

  private static Map<String, Object> describe(NameyardException error) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("class", error.getClass().getSimpleName().replaceFirst("Exception$", "Error"));
    members.put("message", error.getMessage());
    members.put("attempts", error.attempts());
    members.put("idempotency_key", error.idempotencyKey());
    if (error instanceof SignatureException failure) members.put("reason", failure.reason());
    if (error instanceof ApiException failure) {
      members.put("status", failure.status());
      members.put("code", failure.code());
      members.put("request_id", failure.requestId());
      members.put("retryable", failure.retryable());
      members.put("docs", failure.docs());
      members.put("details", plain(failure.details()));
    }
    return members;
  }

  /** Replaces $name.member by what an earlier step has saved. */
  private Object resolve(Object value) {
    if (value instanceof List<?> list) return list.stream().map(this::resolve).toList();
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> resolved = new LinkedHashMap<>();
      map.forEach((name, member) -> resolved.put(name, resolve(member)));
      return resolved;
    }
    if (!(value instanceof String text) || !text.startsWith("$")) return value;
    Object found = saved;
    for (String name : text.substring(1).split("\\.")) found = mapOf(found).get(name);
    return found;
  }

  /** Returns a typed value as JSON, with null for what is missing. */
  private static Object plain(Object value) {
    if (value instanceof List<?> list) return list.stream().map(Conformance::plain).toList();
    if (!(value instanceof Record each)) return value instanceof Secret || value instanceof Instant ? Json.encode(value) : value;
    Map<String, Object> members = new LinkedHashMap<>();
    for (RecordComponent component : each.getClass().getRecordComponents()) {
      try {
        members.put(Json.nameOf(component), plain(component.getAccessor().invoke(each)));
      } catch (ReflectiveOperationException error) {
        throw new IllegalStateException(error);
      }
    }
    return members;
  }

  private static <T> List<T> together(int threads, List<Callable<T>> tasks) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each : pool.invokeAll(tasks)) results.add(each.get());
      return results;
    } finally {
      pool.shutdown();
    }
  }

  private static String camel(String name) {
    String[] words = name.split("_");
    return words[0] + IntStream.range(1, words.length).mapToObj(index -> words[index].substring(0, 1).toUpperCase() + words[index].substring(1)).reduce("", String::concat);
  }

  private static String env(String name) {
    return System.getenv("NAMEYARD_" + name);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> mapOf(Object value) {
    return (Map<String, Object>) value;
  }

  private static List<?> listOf(Object value) {
    return value == null ? List.of() : (List<?>) value;
  }
}
