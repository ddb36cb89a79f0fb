import { newSecret } from './signature.js';

/** How a fault alters the deliveries of an event. Stored in the context of the event. */
export type Alteration = AlterationEffect & {
  /** ID of the fault rule, or `header`. */
  rule?: string;
};

type AlterationEffect =
  /** Each message is sent this number of times. */
  | { effect: 'duplicate'; times: number }
  /** The first attempt is made later. */
  | { effect: 'delay'; seconds: number }
  /** There is no attempt, unless the delivery is resent or recovered. */
  | { effect: 'withhold' }
  /** The first attempt is signed with another secret. */
  | { effect: 'bad-signature' }
  /** The first attempt is signed with an old timestamp. */
  | { effect: 'stale' }
  /** The first attempt is made after that of a later event, or after `MAX_HOLD_MS`. */
  | { effect: 'reorder' };

export type Effect = Alteration['effect'];

export const EFFECTS = [
  'duplicate',
  'delay',
  'withhold',
  'bad-signature',
  'stale',
  'reorder',
] as const satisfies Effect[];

const MAX_HOLD_MS = 60_000;

/** Older than the five minutes that verification libraries tolerate. */
const STALE_MS = 600_000;

/** Delay of the first attempt after the event, in milliseconds. */
export function delayOf(alteration: Alteration | null): number {
  if (alteration?.effect === 'reorder') return MAX_HOLD_MS;
  return alteration?.effect === 'delay' ? alteration.seconds * 1_000 : 0;
}

/** Number of times that the message is sent. */
export const copiesOf = (alteration: Alteration | null): number =>
  alteration?.effect === 'duplicate' ? alteration.times : 1;

interface Signing {
  secrets: string[];
  signedAt: Date;
}

/** The secrets and the time with which an attempt is signed; only the first attempt can differ. */
export function alterSigning(alteration: Alteration | null, attempt: number, { secrets, signedAt }: Signing): Signing {
  if (attempt > 1) return { secrets, signedAt };
  if (alteration?.effect === 'bad-signature') return { secrets: secrets.map(newSecret), signedAt };
  if (alteration?.effect === 'stale') return { secrets, signedAt: new Date(signedAt.getTime() - STALE_MS) };
  return { secrets, signedAt };
}
