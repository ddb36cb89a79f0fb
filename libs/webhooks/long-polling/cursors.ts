import { Injectable } from '@nestjs/common';
import type { LogPosition } from '#platform/events/sql';
import { OpaqueIds } from '#platform/security/secrets';
import { CURSOR_PREFIX, unknownCursor } from '../model/cursor.js';

/** Bits of the transaction ID in a packed number, enough for thousands of years. The epoch is stored above them. */
const EPOCH_SHIFT = 48n;

/**
 * Encrypts positions in the event log, because transaction IDs and positions count the events of all tenants. Each
 * cursor has a random salt: two equal cursors would reveal that no tenant has caused events in between.
 */
@Injectable()
export class Cursors {
  constructor(private readonly ids: OpaqueIds) {}

  encode(tenantId: string, { epoch, transaction, position }: LogPosition): string {
    const packed = (BigInt(epoch) << EPOCH_SHIFT) | BigInt(transaction);
    return this.ids.encodeSalted({ prefix: CURSOR_PREFIX, owner: tenantId }, packed.toString(), position);
  }

  /** @throws ValidationFailed */
  decode(tenantId: string, cursor: string): LogPosition {
    const [packed, position] = this.ids.decode({ prefix: CURSOR_PREFIX, owner: tenantId }, cursor) ?? [];
    if (packed === undefined || position === undefined) throw unknownCursor();
    const epoch = Number(BigInt(packed) >> EPOCH_SHIFT);
    return { epoch, transaction: BigInt.asUintN(Number(EPOCH_SHIFT), BigInt(packed)).toString(), position };
  }
}
