import { randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database } from '#platform/database';
import { ApiKey } from '../model/api-key.js';
import { KeyNotFound } from '../model/errors.js';

const TTL_MS = 5_000;

/**
 * Issues single-use tickets. For a call from the portal, the process sends a request to itself with a ticket instead of
 * the API key, because the values of keys are not stored. Requests from the network cannot use tickets.
 */
@Injectable()
export class Tickets {
  private readonly issued = new Map<string, { hash: string; expiresAt: number }>();

  constructor(private readonly database: Database) {}

  /** @throws KeyNotFound */
  async issue(tenantId: string, keyId: string): Promise<string> {
    const key = await this.database.manager.findOneBy(ApiKey, { tenantId, id: keyId });
    if (!key) throw new KeyNotFound(keyId);
    const ticket = `ticket_${randomBytes(32).toString('base64url')}`;
    this.issued.set(ticket, { hash: key.hash, expiresAt: performance.now() + TTL_MS });
    return ticket;
  }

  /** Returns the hash of the ticket's key. A ticket can be redeemed once. */
  redeem(request: FastifyRequest, ticket: string): string | undefined {
    // Requests from the network have a real socket; injected requests have none.
    if (this.issued.size === 0 || request.raw.socket instanceof Socket) return undefined;
    const found = this.issued.get(ticket);
    this.issued.delete(ticket);
    return found && performance.now() < found.expiresAt ? found.hash : undefined;
  }

  /** Invalidates a ticket; the request may have been refused before the ticket was redeemed. */
  revoke(ticket: string): void {
    this.issued.delete(ticket);
  }
}
