package dev.nameyard.testing;

import java.lang.reflect.Method;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.opentest4j.TestAbortedException;

/**
 * Gives each test of JUnit 5 a sandbox of its own: {@code @ExtendWith(NameyardExtension.class)}, and a parameter of the type
 * {@link World}. The methods of a test get the same world, and {@code @BeforeAll} one that lasts as long as the class. A
 * failing test prints what has happened in its world.
 */
public final class NameyardExtension implements ParameterResolver, AfterEachCallback, AfterAllCallback {
  private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(NameyardExtension.class);

  /** Accepts parameters of methods; the world of a constructor would be shared by all tests of the class. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == World.class && parameter.getDeclaringExecutable() instanceof Method;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return storeOf(context).getOrComputeIfAbsent(context.getUniqueId(), id -> World.create());
  }

  @Override
  public void afterEach(ExtensionContext context) {
    boolean hasFailed = context.getExecutionException().filter(error -> !(error instanceof TestAbortedException)).isPresent();
    if (hasFailed) {
      Optional<ExtensionContext> each = Optional.of(context);
      for (; each.isPresent(); each = each.get().getParent())
        worldOf(each.get()).ifPresent(world -> world.fail(context.getDisplayName()));
    }
    worldOf(context).ifPresent(World::end);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    worldOf(context).ifPresent(World::end);
  }

  /** Stores also find the values of enclosing contexts, so the key is the ID of the context. */
  private static Optional<World> worldOf(ExtensionContext context) {
    return Optional.ofNullable(storeOf(context).get(context.getUniqueId(), World.class));
  }

  private static ExtensionContext.Store storeOf(ExtensionContext context) {
    return context.getStore(NAMESPACE);
  }
}
