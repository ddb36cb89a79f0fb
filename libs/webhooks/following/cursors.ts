import { Injectable } from '@nestjs/common';
import { OpaqueIds } from '#platform';
import { CURSOR_PREFIX, type Place, UnknownCursor } from '../model/cursor.js';

/**
 * Hides places from those who follow events: transactions and positions are counted over all tenants. Cursors are
 * salted, because the place moves on with every transaction: an unchanged cursor would tell that there was none.
 */
@Injectable()
export class Cursors {
  constructor(private readonly ids: OpaqueIds) {}

  encode(tenantId: string, { recordedBy, position }: Place): string {
    return this.ids.encodeSalted({ prefix: CURSOR_PREFIX, tenantId }, recordedBy, position);
  }

  /** @throws UnknownCursor */
  decode(tenantId: string, cursor: string): Place {
    const [recordedBy, position] = this.ids.decode({ prefix: CURSOR_PREFIX, tenantId }, cursor) ?? [];
    if (recordedBy === undefined || position === undefined) throw new UnknownCursor();
    return { recordedBy, position };
  }
}
