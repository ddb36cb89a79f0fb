import type { ListedDelivery } from '#webhooks/contract';

const WAITS: Record<NonNullable<ListedDelivery['waits_for']>, string> = {
  retry: 'It waits for its next retry.',
  delay: 'A fault delays its first attempt.',
  earlier: 'It waits for earlier deliveries to this receiver, which are sent first.',
  limit: 'It waits, because the receiver has the maximum number of attempts in progress.',
  failing: 'It waits, because the receiver is failing and gets few attempts at a time.',
  worker: 'It waits, because no worker has looked at the receiver.',
  off: 'It will be skipped, because the receiver is off.',
};

/** Explains the state of a delivery in one or two sentences. */
export function whyOf({ state, sending, attempts, last_reason, waits_for, altered }: ListedDelivery): string {
  if (sending) return `Attempt ${attempts + 1} is in progress.`;
  const failure = last_reason ? `The last attempt failed: ${last_reason.replaceAll('_', ' ')}. ` : '';
  switch (state) {
    case 'delivered':
      return attempts > 1
        ? `It arrived; there were ${attempts} attempts in total.`
        : 'It arrived with the first attempt.';
    case 'failed':
      return `${failure}There are no more retries.`;
    case 'skipped':
      return altered === 'withhold'
        ? 'It was skipped, because a fault withholds the event.'
        : 'It was skipped, because the receiver was off.';
    default:
      return failure + (waits_for ? WAITS[waits_for] : 'It will be sent now.');
  }
}
