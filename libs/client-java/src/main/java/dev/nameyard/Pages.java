package dev.nameyard;

import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The items of all pages, which are loaded when they are needed. Each iteration starts anew. */
public final class Pages<T> implements Iterable<T> {
  private final Function<String, Page<T>> load;

  record Page<T>(List<T> items, String next) {}

  Pages(Function<String, Page<T>> load) {
    this.load = load;
  }

  /** Returns the items as a stream. */
  public Stream<T> stream() {
    return StreamSupport.stream(spliterator(), false);
  }

  @Override
  public Iterator<T> iterator() {
    return new Iterator<>() {
      private Iterator<T> items = List.<T>of().iterator();
      private String after;
      private boolean isLast;

      @Override
      public boolean hasNext() {
        while (!items.hasNext() && !isLast) {
          Page<T> page = load.apply(after);
          items = page.items().iterator();
          after = page.next();
          isLast = after == null;
        }
        return items.hasNext();
      }

      @Override
      public T next() {
        if (!hasNext()) throw new NoSuchElementException();
        return items.next();
      }
    };
  }
}
