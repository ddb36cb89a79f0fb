import { Injectable } from '@nestjs/common';
import { OpaqueIds } from '#platform/secrets';
import { CURSOR_PREFIX, type Place, UnknownCursor } from '../model/cursor.js';

/**
 * Encrypts places: transaction ids and positions count the events of all tenants. Cursors are salted, because the place
 * changes with every transaction: an unchanged cursor would reveal that there was none.
 */
@Injectable()
export class Cursors {
  constructor(private readonly ids: OpaqueIds) {}

  encode(tenantId: string, { recordedBy, position }: Place): string {
    return this.ids.encodeSalted({ prefix: CURSOR_PREFIX, owner: tenantId }, recordedBy, position);
  }

  /** @throws UnknownCursor */
  decode(tenantId: string, cursor: string): Place {
    const [recordedBy, position] = this.ids.decode({ prefix: CURSOR_PREFIX, owner: tenantId }, cursor) ?? [];
    if (recordedBy === undefined || position === undefined) throw new UnknownCursor();
    return { recordedBy, position };
  }
}
