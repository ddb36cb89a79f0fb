package dev.nameyard;

import dev.nameyard.types.BrokenFieldView;
import java.net.http.HttpHeaders;
import java.util.List;

/** The service responded with an error. Each error code that this version knows has a subclass in {@code errors}. */
public class ApiException extends NameyardException {
  private static final long serialVersionUID = 1;

  /** Code of responses without an error code, for example from a proxy. */
  public static final String UNKNOWN = "UNKNOWN";

  private final transient ErrorResponse response;

  public ApiException(ErrorResponse response) {
    super(response.message());
    this.response = response;
  }

  /** HTTP status. */
  public int status() {
    return response.status();
  }

  /** Error code, for example {@code DOMAIN_TAKEN}, or {@link #UNKNOWN}. */
  public String code() {
    return response.code();
  }

  /** The refused fields; empty if the error does not concern fields. */
  public List<BrokenFieldView> details() {
    return response.details();
  }

  /** {@code X-Request-Id} of the response, which identifies the request in the request log, or null. */
  public String requestId() {
    return response.requestId();
  }

  /** Whether the same call can succeed later. */
  public boolean retryable() {
    return response.retryable();
  }

  /** URL of the description of the error, or null. */
  public String docs() {
    return response.docs();
  }

  /** Headers of the response. */
  public HttpHeaders headers() {
    return response.headers();
  }
}
