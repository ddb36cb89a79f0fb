import { newId } from '#platform/ids';
import type { Lease } from '../storage/attempts.js';

/**
 * For so long nobody else sends what this worker holds: longer than an attempt may take, short enough that what a
 * killed worker held is sent again within half a minute.
 */
const LEASE = '25 seconds';

/** A lease of its own for each time that something is held. */
export const newLease = (now: Date): Lease => ({ now, lease: LEASE, holder: newId('hld') });
