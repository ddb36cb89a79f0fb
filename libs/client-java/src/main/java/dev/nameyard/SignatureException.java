package dev.nameyard;

/** A request is not an authentic, current webhook: respond with 400 and ignore it. */
public final class SignatureException extends NameyardException {
  private static final long serialVersionUID = 1;

  private final String reason;

  public SignatureException(String reason, String message) {
    super(message);
    this.reason = reason;
  }

  /**
   * missing_header, invalid_timestamp, timestamp_too_old, timestamp_too_new, no_signature, wrong_signature or
   * invalid_body.
   */
  public String reason() {
    return reason;
  }
}
