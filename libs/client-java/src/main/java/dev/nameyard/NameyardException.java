package dev.nameyard;

/** Base class of all exceptions of the client; by itself, an invalid option or argument. */
public class NameyardException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private int attempts;
  private String idempotencyKey;

  public NameyardException(String message) {
    super(message);
  }

  public NameyardException(String message, Throwable cause) {
    super(message, cause);
  }

  /** Number of attempts of the call; 0 if nothing was sent. */
  public int attempts() {
    return attempts;
  }

  /** Idempotency key of the call, or null; pass it to call again without a second effect. */
  public String idempotencyKey() {
    return idempotencyKey;
  }

  NameyardException of(int attempts, String idempotencyKey) {
    this.attempts = attempts;
    this.idempotencyKey = idempotencyKey;
    return this;
  }
}
