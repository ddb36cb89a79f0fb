import com.dnsimple.Client;
import com.dnsimple.exception.BadRequestException;
import com.dnsimple.exception.DnsimpleException;
import com.dnsimple.exception.ResourceNotFoundException;
import com.dnsimple.exception.ServerError;
import com.dnsimple.request.ListOptions;
import com.google.gson.FieldNamingPolicy;
import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonPrimitive;
import com.google.gson.JsonSerializer;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** Plays rows of calls.json with com.dnsimple:dnsimple-java: JSON in, one line of JSON per row out. */
class Runner {
  static final int TIMEOUT_SECONDS = 5;

  static final String WITHOUT_ACCOUNT = "whoami|listAccounts|listTlds|getTld.*";

  /** Names that differ from those of the other clients. */
  static final Map<String, String> RENAMED =
      Map.of(
          "authorizeDomainTransferOut", "authorizeTransferOut",
          "enableDomainAutoRenewal", "enableAutoRenewal",
          "disableDomainAutoRenewal", "disableAutoRenewal");

  static final JsonSerializer<Object> AS_TEXT = (value, type, context) -> new JsonPrimitive(value.toString());

  static final Gson JSON =
      new GsonBuilder()
          .setFieldNamingPolicy(FieldNamingPolicy.LOWER_CASE_WITH_UNDERSCORES)
          .registerTypeAdapter(LocalDate.class, AS_TEXT)
          .registerTypeAdapter(OffsetDateTime.class, AS_TEXT)
          .serializeNulls()
          .create();

  record Row(String call, List<JsonElement> args, String baseUrl, String token, JsonElement account) {}

  public static void main(String[] arguments) throws Exception {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = input.readLine()) != null; ) System.out.println(JSON.toJson(play(line)));
  }

  static Map<String, ?> play(String line) throws Exception {
    // The client has no timeout of its own.
    FutureTask<Map<String, ?>> answer = new FutureTask<>(() -> call(JSON.fromJson(line, Row.class)));
    Thread thread = new Thread(answer);
    thread.setDaemon(true);
    thread.start();
    try {
      return answer.get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException exception) {
      return failure(null, Set.of());
    } catch (ExecutionException exception) {
      return Map.of("crash", exception.getCause().toString());
    }
  }

  static Map<String, ?> call(Row row) throws ReflectiveOperationException {
    Client client = new Client.Builder().apiBase(row.baseUrl()).accessToken(row.token()).build();
    List<JsonElement> given = new ArrayList<>(row.args());
    if (!row.call().matches(WITHOUT_ACCOUNT)) given.add(0, row.account());
    String name = RENAMED.getOrDefault(row.call(), row.call());
    for (Object service :
        List.of(client.identity, client.accounts, client.tlds, client.contacts, client.domains, client.registrar)) {
      for (Method method : service.getClass().getMethods()) {
        if (method.getName().equals(name) && method.getParameterCount() == given.size())
          return answer(service, method, given);
      }
    }
    return Map.of("missing", true);
  }

  static Map<String, ?> answer(Object service, Method method, List<JsonElement> given)
      throws ReflectiveOperationException {
    Object[] arguments = new Object[given.size()];
    for (int index = 0; index < arguments.length; index++)
      arguments[index] = argument(given.get(index), method.getParameterTypes()[index]);
    try {
      Object response = method.invoke(service, arguments);
      return Stream.of(response.getClass().getMethods()).noneMatch(each -> each.getName().equals("getData"))
          ? Map.of()
          : Map.of("data", response.getClass().getMethod("getData").invoke(response));
    } catch (InvocationTargetException exception) {
      return failureOf(exception.getCause());
    }
  }

  static Object argument(JsonElement given, Class<?> type) {
    if (type == ListOptions.class) return listOptions(given.getAsJsonObject());
    return JSON.fromJson(given, type == Number.class ? Long.class : type);
  }

  /** Options of lists have no names in JSON. */
  static ListOptions listOptions(JsonObject given) {
    ListOptions options = ListOptions.empty();
    if (given.has("per_page"))
      options = options.page(given.has("page") ? given.get("page").getAsInt() : 1, given.get("per_page").getAsInt());
    if (given.has("sort")) {
      String[] sort = given.get("sort").getAsString().split(":");
      options = sort[1].equals("desc") ? options.sortDesc(sort[0]) : options.sortAsc(sort[0]);
    }
    for (String name : given.keySet())
      if (!Set.of("page", "per_page", "sort").contains(name)) options = options.filter(name, given.get(name).getAsString());
    return options;
  }

  static Map<String, ?> failureOf(Throwable error) {
    if (error instanceof ResourceNotFoundException) return failure(404, Set.of());
    if (error instanceof ServerError refused) return failure(refused.getStatusCode(), Set.of());
    if (error instanceof BadRequestException refused)
      return failure(refused.getStatusCode(), refused.getAttributeErrors().keySet());
    if (error instanceof DnsimpleException || error instanceof JsonParseException || error instanceof UncheckedIOException)
      return failure(null, Set.of());
    return Map.of("crash", error.toString());
  }

  static Map<String, ?> failure(Integer status, Set<String> fields) {
    JsonObject error = new JsonObject();
    error.addProperty("status", status);
    error.add("fields", JSON.toJsonTree(fields));
    return Map.of("error", error);
  }
}
