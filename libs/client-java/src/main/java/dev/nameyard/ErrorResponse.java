package dev.nameyard;

import dev.nameyard.types.BrokenFieldView;
import java.net.http.HttpHeaders;
import java.util.List;

/** An error that the service responded with; see the methods of {@link ApiException}. */
public record ErrorResponse(
    int status,
    String code,
    String message,
    List<BrokenFieldView> details,
    String requestId,
    boolean retryable,
    String docs,
    HttpHeaders headers) {}
