import { newId } from '#platform/ids';
import type { Lease } from '../storage/attempts.js';

/** Longer than an attempt can take; short, so that deliveries of a killed worker are sent again within 30 seconds. */
const DURATION = '25 seconds';

export const newLease = (now: Date): Lease => ({ now, duration: DURATION, holder: newId('hld') });
