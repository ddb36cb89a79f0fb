import type { Guard } from '#platform';
import type { KeyGuard } from '#api-keys';

/** A guard that comes before keys are looked at; whoever it refuses is named in the log all the same. */
export const recognising = (keys: KeyGuard, guard: Guard): Guard => ({
  check: (request, reply) =>
    guard.check(request, reply)?.catch(async (refusal: unknown) => {
      await keys.recognise(request);
      throw refusal;
    }),
});
