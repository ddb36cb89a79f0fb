package dev.nameyard;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Consumer;

/** Client of a tenant. It is safe for parallel use. */
public final class Nameyard extends Resources {
  /** Version of the client. */
  public static final String VERSION = "1.0.0";

  private final String description;

  /**
   * Makes a client with the usual options.
   *
   * @param baseUrl address of the API, which ends in {@code /api/v1}
   * @param tenant slug of the tenant
   * @param apiKey API key of the tenant
   */
  public Nameyard(String baseUrl, String tenant, String apiKey) {
    this(builder(baseUrl, tenant, Secret.of(apiKey)));
  }

  private Nameyard(Builder options) {
    super(new Transport(new Builder(options)));
    description = "Nameyard(" + options.baseUrl + ", " + options.tenant + ")";
  }

  /** Returns a builder for a client with other options. */
  public static Builder builder(String baseUrl, String tenant, Secret apiKey) {
    return new Builder(baseUrl, tenant, apiKey);
  }

  /** Returns the address and the tenant, without the key. */
  @Override
  public String toString() {
    return description;
  }

  /** Options of a client. */
  public static final class Builder {
    final String baseUrl;
    final String tenant;
    final Secret apiKey;
    Duration timeout = Duration.ofSeconds(30);
    int maxRetries = 2;
    HttpClient httpClient;
    System.Logger logger = System.getLogger("dev.nameyard");
    Consumer<Attempt> before;
    Consumer<Attempt> after;

    private Builder(String baseUrl, String tenant, Secret apiKey) {
      this.baseUrl = checked(baseUrl);
      this.tenant = Transport.checkToken("the tenant", tenant);
      this.apiKey = apiKey;
      Transport.checkToken("the API key", apiKey.reveal());
    }

    private Builder(Builder other) {
      this(other.baseUrl, other.tenant, other.apiKey);
      timeout = other.timeout;
      maxRetries = other.maxRetries;
      httpClient = other.httpClient == null ? usualClient(baseUrl) : other.httpClient;
      logger = other.logger;
      before = other.before;
      after = other.after;
    }

    /** Without https, HTTP/2 is offered as an upgrade of the first request, which some proxies refuse. */
    private static HttpClient usualClient(String baseUrl) {
      HttpClient.Version version = baseUrl.startsWith("https:") ? HttpClient.Version.HTTP_2 : HttpClient.Version.HTTP_1_1;
      return HttpClient.newBuilder().version(version).build();
    }

    /** Sets the maximum duration of each attempt (default 30 seconds). */
    public Builder timeout(Duration timeout) {
      this.timeout = timeout;
      return this;
    }

    /** Sets the maximum number of repeated attempts (default 2). */
    public Builder maxRetries(int maxRetries) {
      this.maxRetries = maxRetries;
      return this;
    }

    /** Sends requests with a client of yours, for example through a proxy. It must not follow redirects. */
    public Builder httpClient(HttpClient httpClient) {
      this.httpClient = httpClient;
      return this;
    }

    /** Logs each attempt at the level DEBUG (default: the logger {@code dev.nameyard}). */
    public Builder logger(System.Logger logger) {
      this.logger = logger;
      return this;
    }

    /** Calls a function before each attempt. */
    public Builder before(Consumer<Attempt> before) {
      this.before = before;
      return this;
    }

    /** Calls a function after each attempt. */
    public Builder after(Consumer<Attempt> after) {
      this.after = after;
      return this;
    }

    /** Returns the client. */
    public Nameyard build() {
      Transport.checkLimits(timeout, maxRetries);
      // A redirect would resend the key and may change the method.
      if (httpClient != null && httpClient.followRedirects() != HttpClient.Redirect.NEVER)
        throw new NameyardException("the HTTP client must not follow redirects");
      return new Nameyard(this);
    }

    private static String checked(String baseUrl) {
      String url = String.valueOf(baseUrl).replaceAll("/$", "");
      try {
        URI address = URI.create(url);
        if (url.matches("https?://[^?#\\s]+/api/v1") && address.getHost() != null && address.getUserInfo() == null) return url;
      } catch (IllegalArgumentException error) {
        // The message below says what is expected.
      }
      throw new NameyardException("the base URL must be an http or https address that ends in /api/v1, without user, query and fragment");
    }
  }
}
