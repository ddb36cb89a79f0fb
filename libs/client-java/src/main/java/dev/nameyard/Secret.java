package dev.nameyard;

/** A key, a signing secret or an auth code. It is not printed or logged; {@link #reveal} returns its text. */
public final class Secret {
  private final String text;

  private Secret(String text) {
    this.text = text;
  }

  /** Returns a secret with a text. */
  public static Secret of(String text) {
    return new Secret(text);
  }

  /** Returns the text. */
  public String reveal() {
    return text;
  }

  @Override
  public String toString() {
    return "[secret]";
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }
}
