package dev.nameyard;

import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** The items of all pages, which are loaded when they are needed. Each iteration starts anew. */
public final class Pages<T> implements Iterable<T> {
  private final Function<String, Page<T>> load;

  record Page<T>(List<T> items, String next) {}

  Pages(Function<String, Page<T>> load) {
    this.load = load;
  }

  /** Returns the items as a stream. */
  public Stream<T> stream() {
    Page<T> start = new Page<>(List.of(), null);
    return Stream.iterate(start, page -> page != null, page -> page == start || page.next() != null ? load.apply(page.next()) : null)
        .flatMap(page -> page.items().stream());
  }

  @Override
  public Iterator<T> iterator() {
    return stream().iterator();
  }
}
