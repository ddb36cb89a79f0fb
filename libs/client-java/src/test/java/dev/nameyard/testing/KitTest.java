package dev.nameyard.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.nameyard.CallOptions;
import dev.nameyard.errors.ApiKeyInvalidException;
import dev.nameyard.types.*;
import dev.nameyard.webhooks.DomainRegisteredEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Period;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

@ExtendWith(NameyardExtension.class)
class KitTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static World ofClass;
  private World ofTest;

  @BeforeAll
  static void keepTheWorldOfTheClass(World world) {
    ofClass = world;
  }

  @BeforeEach
  void keepTheWorldOfTheTest(World world) {
    ofTest = world;
  }

  @Test
  void givesTheMethodsOfATestTheSameWorld(World world) {
    assertSame(ofTest, world);
    assertNotEquals(ofClass.tenant(), world.tenant());
    assertTrue(ofClass.client().tlds().list().tlds().size() > 1);
  }

  @Test
  void receivesEvents(World world) {
    Receiver receiver = world.receiver("domain.registered");
    receiver.answer(500);
    pay(world, order(world));
    DomainRegisteredEvent event =
        assertInstanceOf(DomainRegisteredEvent.class, receiver.next("domain.registered", "Shop.com.", PATIENCE));
    assertEquals("shop.com", event.data().domain());
    receiver.answer(200);
    ExpectedDelivery delivered = ExpectedDelivery.builder().state("delivered").build();
    world.verify(VerifyRequest.builder().delivery(delivered).times(1).within("PT10S").build());
    assertTrue(receiver.events().size() >= 2);
    assertEquals(List.of(), receiver.rejected());
    AssertionError error = assertThrows(AssertionError.class, () -> receiver.next("domain.expired", null, Duration.ZERO));
    assertEquals("No domain.expired arrived within 0.0 s.", error.getMessage().lines().findFirst().orElse(""));
    assertTrue(error.getMessage().contains("\n  domain.registered shop.com (returned by an earlier call)"), error.getMessage());
  }

  @Test
  void losesAResponse(World world) {
    OrderView order = order(world);
    FaultMatch checkouts = FaultMatch.builder().operation("checkout").build();
    AddFaultRequestFault lost = AddFaultRequestFault.builder().kind("reset").phase("after").build();
    world.fault(AddFaultRequest.builder().match(checkouts).fault(lost).build());
    assertEquals(2, pay(world, order));
    ExpectedRequest paid = ExpectedRequest.builder().operation("checkout").status(200).build();
    world.verify(VerifyRequest.builder().request(paid).times(1).build());
  }

  @Test
  void restoresASnapshotAndMovesTheClock(World world) {
    pay(world, order(world));
    WorldSnapshot snapshot = world.snapshot();
    assertEquals(1, world.reset().registrations());
    world.restore(snapshot);
    world.advance(Period.ofDays(370));
    assertEquals("expired", world.client().registrations().get("shop.com").status());
  }

  @Test
  void endsAWorld(World world) {
    World other = world.another(NewWorldRequest.builder().limit(100).build());
    other.end();
    assertNotEquals(world.tenant(), other.tenant());
    String ended = "The world " + other.tenant() + " has ended.";
    assertEquals(ended, Story.of(other, false));
    String story = Story.of(other, true);
    assertTrue(story.startsWith(ended + "\nStory in the portal: http") && story.endsWith("/worlds/" + other.tenant()), story);
    assertThrows(ApiKeyInvalidException.class, () -> other.client().tlds().list());
  }

  @Test
  void printsTheStoryOfAFailedTest() {
    SummaryGeneratingListener results = new SummaryGeneratingListener();
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream standard = System.out;
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      var request = LauncherDiscoveryRequestBuilder.request().selectors(selectClass(Failing.class)).build();
      LauncherFactory.create().execute(request, results);
    } finally {
      System.setOut(standard);
    }
    String message = results.getSummary().getFailures().get(0).getException().getMessage();
    assertTrue(message.startsWith("Expected request=(operation=checkout), times=1, but found 0."), message);
    String story = printed.toString(StandardCharsets.UTF_8);
    List<String> parts = List.of(
        "fails(World) failed. What happened in the world w-",
        "\n  1. order shop.com 201 fault ",
        " (delay;ms=1)\n  2. search shop.com 200 fault header\n",
        "\nDeliveries: none\nFaults that did not fire:\n  1. ",
        " hang;phase=before for operation=renew: 0 of 1\n");
    for (String part : parts) assertTrue(story.contains(part), story);
  }

  /** The test above runs it, and reads its output. */
  @ExtendWith(NameyardExtension.class)
  static class Failing {
    @Test
    void fails(World world) {
      AddFaultRequestFault delay = AddFaultRequestFault.builder().kind("delay").ms(1).build();
      world.fault(AddFaultRequest.builder().fault(delay).build());
      AddFaultRequestFault hang = AddFaultRequestFault.builder().kind("hang").build();
      FaultMatch renewals = FaultMatch.builder().operation("renew").build();
      world.fault(AddFaultRequest.builder().match(renewals).fault(hang).build());
      order(world);
      world.client().domains().search("shop.com", CallOptions.NONE.withHeader("Sandbox-Fault", "delay;ms=1"));
      ExpectedRequest checkout = ExpectedRequest.builder().operation("checkout").build();
      world.verify(VerifyRequest.builder().request(checkout).times(1).build());
    }
  }

  private static OrderView order(World world) {
    Owner owner = Owner.builder().firstName("Ada").lastName("Lovelace").email("ada@example.com").build();
    return world.client().domains().order(OrderRequest.builder().domain("shop.com").years(1).owner(owner).build());
  }

  /** Returns the number of attempts. */
  private static int pay(World world, OrderView order) {
    PaymentRequest payment = PaymentRequest.builder().method("test").reference("invoice-1").build();
    CheckoutRequest checkout = CheckoutRequest.builder().orderId(order.orderId()).payment(payment).build();
    return world.client().domains().checkoutWithResponse(checkout, CallOptions.NONE).attempts();
  }
}
