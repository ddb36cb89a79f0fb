import type { Guard } from '#platform/http';
import type { KeyGuard } from '#api-keys';

/** Wraps a guard that runs before the key guard, so that the request log has the callers of refused requests. */
export const identifyRefused = (keys: KeyGuard, guard: Guard): Guard => ({
  check: (request, reply) =>
    guard.check(request, reply)?.catch(async (refusal: unknown) => {
      await keys.identifyCaller(request);
      throw refusal;
    }),
});
