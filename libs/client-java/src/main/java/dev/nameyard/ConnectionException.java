package dev.nameyard;

/** The service could not be reached, or the connection broke before the response was complete. */
public final class ConnectionException extends NameyardException {
  private static final long serialVersionUID = 1;

  ConnectionException(String message, Throwable cause) {
    super(message, cause);
  }
}
