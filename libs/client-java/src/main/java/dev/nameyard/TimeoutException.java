package dev.nameyard;

/** There was no complete response within the timeout. The request may have taken effect. */
public final class TimeoutException extends NameyardException {
  private static final long serialVersionUID = 1;

  TimeoutException(String message) {
    super(message);
  }
}
