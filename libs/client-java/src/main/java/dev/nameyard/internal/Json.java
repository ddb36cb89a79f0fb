package dev.nameyard.internal;

import dev.nameyard.Secret;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** JSON and the records of the client. Not a part of its API. */
public final class Json {
  private static final int MAX_DEPTH = 200;
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private final String text;
  private int position;
  private int depth;

  private Json(String text) {
    this.text = text;
  }

  /** Reads maps, lists, strings, {@link BigDecimal}s, booleans and nulls; throws IllegalArgumentException. */
  public static Object parse(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skipSpace();
    if (json.position < text.length()) throw json.unexpected();
    return value;
  }

  /** Returns text of a value, without the components of records that are null. */
  public static String write(Object value) {
    return textOf(encode(value));
  }

  /** Returns a value as maps, lists, strings, numbers and booleans. */
  public static Object encode(Object value) {
    if (value instanceof Secret secret) return secret.reveal();
    if (value instanceof Record each) return members(each);
    if (value instanceof Instant time) return TIME.format(time);
    if (value instanceof List<?> list) return list.stream().map(Json::encode).toList();
    if (!(value instanceof Map<?, ?> map)) return value;
    Map<String, Object> encoded = new LinkedHashMap<>();
    map.forEach((name, member) -> encoded.put((String) name, encode(member)));
    return encoded;
  }

  private static Map<String, Object> members(Record each) {
    Map<String, Object> members = new LinkedHashMap<>();
    for (RecordComponent component : each.getClass().getRecordComponents()) {
      try {
        Object member = encode(component.getAccessor().invoke(each));
        if (member != null) members.put(nameOf(component), member);
      } catch (ReflectiveOperationException error) {
        throw new IllegalStateException(error);
      }
    }
    return members;
  }

  /** Returns the name of a component in JSON: order_id for orderId. Java reserves some names, which end in _ here. */
  public static String nameOf(RecordComponent component) {
    return component.getName().replaceAll("_$", "").replaceAll("[A-Z]", "_$0").toLowerCase(java.util.Locale.ROOT);
  }

  /** Returns JSON as a record. Unknown members are ignored, and missing ones are null, 0 or false. */
  public static <T> T decode(Class<T> type, Object value) {
    return type.cast(decode((Type) type, value));
  }

  private static Object decode(Type type, Object value) {
    if (value == null) return type == int.class ? (Object) 0 : type == double.class ? 0.0 : type == boolean.class ? false : null;
    if (type instanceof ParameterizedType list && list.getRawType() == List.class)
      return ((List<?>) value).stream().map(item -> decode(list.getActualTypeArguments()[0], item)).toList();
    if (type == Secret.class) return Secret.of((String) value);
    if (type instanceof Class<?> record && record.isRecord()) return recordOf(record, (Map<?, ?>) value);
    if (type == Instant.class) return DateTimeFormatter.ISO_OFFSET_DATE_TIME.parse((String) value, Instant::from);
    if (type == int.class || type == Integer.class) return ((BigDecimal) value).intValueExact();
    if (type == double.class || type == Double.class) return ((BigDecimal) value).doubleValue();
    if (type == boolean.class) return (Boolean) value;
    return type instanceof Class<?> other ? other.cast(value) : value;
  }

  private static Object recordOf(Class<?> type, Map<?, ?> members) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types = Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Object[] values =
        Arrays.stream(components).map(each -> decode(each.getGenericType(), members.get(nameOf(each)))).toArray();
    try {
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException error) {
      throw new IllegalStateException(error);
    }
  }

  private static String textOf(Object value) {
    if (value instanceof Map<?, ?> map)
      return map.entrySet().stream()
          .map(each -> textOf(each.getKey()) + ":" + textOf(each.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    if (value instanceof List<?> list) return list.stream().map(Json::textOf).collect(Collectors.joining(",", "[", "]"));
    if (value instanceof CharSequence string) return quoted(string);
    if (value instanceof BigDecimal number) return number.toPlainString();
    if (value instanceof Number number ? Double.isFinite(number.doubleValue()) : value == null || value instanceof Boolean)
      return String.valueOf(value);
    throw new IllegalArgumentException("a value of " + value.getClass() + " cannot be sent as JSON");
  }

  private static String quoted(CharSequence string) {
    StringBuilder out = new StringBuilder("\"");
    for (int index = 0; index < string.length(); index++) {
      char each = string.charAt(index);
      if (each == '"' || each == '\\') out.append('\\').append(each);
      else if (each < ' ' || Character.isSurrogate(each)) out.append(String.format("\\u%04x", (int) each));
      else out.append(each);
    }
    return out.append('"').toString();
  }

  private Object value() {
    skipSpace();
    if (++depth > MAX_DEPTH) throw unexpected();
    char first = position < text.length() ? text.charAt(position) : '\0';
    Object value =
        switch (first) {
          case '{' -> object();
          case '[' -> array();
          case '"' -> string();
          case 't' -> literal("true", true);
          case 'f' -> literal("false", false);
          case 'n' -> literal("null", null);
          default -> number();
        };
    depth--;
    return value;
  }

  private Map<String, Object> object() {
    Map<String, Object> members = new LinkedHashMap<>();
    position++;
    if (isNext('}')) return members;
    do {
      skipSpace();
      String name = string();
      expect(':');
      members.put(name, value());
    } while (isNext(','));
    expect('}');
    return members;
  }

  private List<Object> array() {
    List<Object> items = new ArrayList<>();
    position++;
    if (isNext(']')) return items;
    do items.add(value());
    while (isNext(','));
    expect(']');
    return items;
  }

  private String string() {
    expect('"');
    StringBuilder string = new StringBuilder();
    while (position < text.length()) {
      char each = text.charAt(position++);
      if (each == '"') return string.toString();
      if (each < ' ') break;
      string.append(each == '\\' ? escaped() : each);
    }
    throw unexpected();
  }

  private char escaped() {
    char each = position < text.length() ? text.charAt(position++) : '\0';
    int index = "\"\\/bfnrt".indexOf(each);
    if (index >= 0) return "\"\\/\b\f\n\r\t".charAt(index);
    if (each != 'u' || position + 4 > text.length()) throw unexpected();
    position += 4;
    return (char) Integer.parseInt(text.substring(position - 4, position), 16);
  }

  private Object literal(String word, Object value) {
    if (!text.startsWith(word, position)) throw unexpected();
    position += word.length();
    return value;
  }

  private BigDecimal number() {
    int start = position;
    while (position < text.length() && "+-.0123456789eE".indexOf(text.charAt(position)) >= 0) position++;
    if (start == position) throw unexpected();
    return new BigDecimal(text.substring(start, position));
  }

  private void expect(char wanted) {
    if (!isNext(wanted)) throw unexpected();
  }

  private boolean isNext(char wanted) {
    skipSpace();
    boolean isNext = position < text.length() && text.charAt(position) == wanted;
    if (isNext) position++;
    return isNext;
  }

  private void skipSpace() {
    while (position < text.length() && " \t\r\n".indexOf(text.charAt(position)) >= 0) position++;
  }

  private IllegalArgumentException unexpected() {
    return new IllegalArgumentException("invalid JSON at position " + position);
  }
}
