package dev.nameyard.testing;

import dev.nameyard.Nameyard;
import dev.nameyard.Secret;
import dev.nameyard.errors.WorldNotFoundException;
import dev.nameyard.types.*;
import java.net.http.HttpClient;
import java.time.temporal.TemporalAmount;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The sandbox of a test: a temporary tenant with a client. */
public final class World {
  private static final boolean KEEPS = "1".equals(System.getenv("NAMEYARD_KEEP"));

  /** All worlds share connections and threads. */
  private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final Nameyard parent;
  private final Nameyard client;
  private final String baseUrl;
  private final String parentTenant;
  private final String tenant;
  private final Secret key;
  private final List<Receiver> receivers = new CopyOnWriteArrayList<>();
  private final List<World> others = new CopyOnWriteArrayList<>();
  private volatile boolean isKept;

  private World(Server server, NewWorldRequest settings) {
    baseUrl = server.baseUrl();
    parentTenant = server.tenant();
    parent = Nameyard.builder(baseUrl, server.tenant(), server.key()).httpClient(HTTP).build();
    String ttl = KEEPS ? "PT24H" : settings.ttl();
    NewWorldView created = parent.control().worlds()
        .create(new NewWorldRequest(settings.name(), ttl, settings.from(), settings.clock(), settings.limit()));
    tenant = created.tenant();
    key = created.key();
    client = Nameyard.builder(baseUrl, tenant, key).httpClient(HTTP).build();
  }

  static World create() {
    return new World(Server.ofRun(), NewWorldRequest.builder().build());
  }

  /** Creates one more world, which ends with this one. */
  public World another(NewWorldRequest settings) {
    World world = new World(Server.ofRun(), settings);
    others.add(world);
    return world;
  }

  /** Returns a client with all permissions of the sandbox. */
  public Nameyard client() {
    return client;
  }

  /** Returns the address of the API, which ends in {@code /api/v1}. */
  public String baseUrl() {
    return baseUrl;
  }

  /** Returns the slug of the tenant. */
  public String tenant() {
    return tenant;
  }

  /** Returns the slug of the tenant that the world belongs to. */
  String parentTenant() {
    return parentTenant;
  }

  /** Returns the API key of the tenant. */
  public Secret key() {
    return key;
  }

  /**
   * Starts a receiver of all events, or of some types, and registers it. Its host name is NAMEYARD_RECEIVER_HOST, or
   * 127.0.0.1.
   */
  public Receiver receiver(String... types) {
    Receiver receiver = new Receiver(client, List.of(types));
    receivers.add(receiver);
    return receiver;
  }

  /** Adds a rule that makes requests or deliveries fail on purpose. */
  public FaultView fault(AddFaultRequest rule) {
    return client.control().faults().add(rule);
  }

  /** Moves the clock forward by an ISO 8601 duration such as P1Y. Everything that falls due has happened then. */
  public ClockChanged advance(String by) {
    return client.control().clock().advance(AdvanceRequest.builder().by(by).build());
  }

  /** Moves the clock forward by a {@link java.time.Period} or {@link java.time.Duration}. */
  public ClockChanged advance(TemporalAmount by) {
    return advance(by.toString());
  }

  /** Decides at once the order of a domain that is pending or requires action. */
  public OrderResult decide(DecideRequest decision) {
    return client.control().registry().decide(decision);
  }

  /** Fails with the nearest misses unless there were as many requests or deliveries as expected. */
  public Verified verify(VerifyRequest expected) {
    Verified result = client.control().journal().verify(expected);
    if (!result.satisfied()) throw new AssertionError(Story.ofFailure(expected, result));
    return result;
  }

  /** Returns clock, orders, registrations and fault rules, for {@link #restore}. */
  public WorldSnapshot snapshot() {
    return client.control().world().get();
  }

  /** Replaces the content of the world by a snapshot. */
  public RestoredView restore(WorldSnapshot snapshot) {
    return client.control().world().put(snapshot);
  }

  /** Removes the content of the world. */
  public ResetView reset() {
    return client.control().world().reset();
  }

  /**
   * Tells what has happened in the world: requests, deliveries, and faults that did not fire. With NAMEYARD_URL, it ends
   * with a link to its page in the portal, which remains for 7 days after the end of the world.
   */
  public String story() {
    return Story.of(this, !Server.variable("URL").isEmpty());
  }

  /** Closes the receivers and removes the world. The end of the test calls it. */
  public void end() {
    receivers.forEach(Receiver::close);
    others.forEach(World::end);
    if (isKept) return;
    try {
      parent.control().worlds().end(tenant);
    } catch (WorldNotFoundException error) {
      // It has ended already.
    }
  }

  /** Prints the stories of a failed test, and keeps its worlds if NAMEYARD_KEEP is 1. */
  void fail(String test) {
    System.out.println(test + " failed. " + story());
    isKept = KEEPS;
    others.forEach(world -> world.fail(test));
  }

  @Override
  public String toString() {
    return "World(" + baseUrl + ", " + tenant + ")";
  }
}
