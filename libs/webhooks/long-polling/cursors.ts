import { Injectable } from '@nestjs/common';
import type { Place } from '#platform/events/sql';
import { OpaqueIds } from '#platform/security/secrets';
import { CURSOR_PREFIX, UnknownCursor } from '../model/cursor.js';

/** The epoch is in the upper bits of the transaction ID, whose 48 lower bits last for thousands of years. */
const EPOCH_SHIFT = 48n;

/**
 * Encrypts places: transaction ids and positions count the events of all tenants. Cursors are salted, because the place
 * changes with every transaction: an unchanged cursor would reveal that there was none.
 */
@Injectable()
export class Cursors {
  constructor(private readonly ids: OpaqueIds) {}

  encode(tenantId: string, { epoch, transaction, position }: Place): string {
    const time = (BigInt(epoch) << EPOCH_SHIFT) | BigInt(transaction);
    return this.ids.encodeSalted({ prefix: CURSOR_PREFIX, owner: tenantId }, time.toString(), position);
  }

  /** @throws UnknownCursor */
  decode(tenantId: string, cursor: string): Place {
    const [time, position] = this.ids.decode({ prefix: CURSOR_PREFIX, owner: tenantId }, cursor) ?? [];
    if (time === undefined || position === undefined) throw new UnknownCursor();
    const epoch = Number(BigInt(time) >> EPOCH_SHIFT);
    return { epoch, transaction: BigInt.asUintN(Number(EPOCH_SHIFT), BigInt(time)).toString(), position };
  }
}
