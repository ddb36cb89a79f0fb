import { Injectable } from '@nestjs/common';
import type { Place } from '#platform/events/sql';
import { OpaqueIds } from '#platform/security/secrets';
import { CURSOR_PREFIX, UnknownCursor } from '../model/cursor.js';

/** The epoch is stored above the 48 lower bits of the transaction ID, which suffice for thousands of years. */
const EPOCH_SHIFT = 48n;

/**
 * Encrypts places in the event log, because transaction IDs and positions count the events of all tenants. Each cursor has
 * a random salt: two equal cursors would reveal that no tenant has caused events in between.
 */
@Injectable()
export class Cursors {
  constructor(private readonly ids: OpaqueIds) {}

  encode(tenantId: string, { epoch, transaction, position }: Place): string {
    const packed = (BigInt(epoch) << EPOCH_SHIFT) | BigInt(transaction);
    return this.ids.encodeSalted({ prefix: CURSOR_PREFIX, owner: tenantId }, packed.toString(), position);
  }

  /** @throws UnknownCursor */
  decode(tenantId: string, cursor: string): Place {
    const [packed, position] = this.ids.decode({ prefix: CURSOR_PREFIX, owner: tenantId }, cursor) ?? [];
    if (packed === undefined || position === undefined) throw new UnknownCursor();
    const epoch = Number(BigInt(packed) >> EPOCH_SHIFT);
    return { epoch, transaction: BigInt.asUintN(Number(EPOCH_SHIFT), BigInt(packed)).toString(), position };
  }
}
