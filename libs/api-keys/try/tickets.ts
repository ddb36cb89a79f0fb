import { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database, Statement } from '#platform/database';
import { randomCharacters } from '#platform/ids';
import { KeyNotFound } from '../model/errors.js';

const TTL_MS = 5_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 43; // of 62 characters: 256 bits

const hashOfOne = new Statement<{ hash: string }, { tenant: string; id: string }>(
  'keys.hash-of-one',
  'SELECT hash FROM api_keys.keys WHERE tenant_id = :tenant AND id = :id',
);

/**
 * Issues tickets that replace the value of a key in one request of this process to itself, because values are not
 * stored. Requests from the network have a socket; their tickets are not accepted.
 */
@Injectable()
export class Tickets {
  private readonly open = new Map<string, { hash: string; until: number }>();

  constructor(private readonly database: Database) {}

  /** @throws KeyNotFound */
  async issue(tenantId: string, keyId: string): Promise<string> {
    const key = await hashOfOne.first(this.database, { tenant: tenantId, id: keyId });
    if (!key) throw new KeyNotFound(keyId);
    const ticket = `ticket_${randomCharacters(ALPHABET, LENGTH)}`;
    this.open.set(ticket, { hash: key.hash, until: performance.now() + TTL_MS });
    return ticket;
  }

  /** Returns the hash of the ticket's key. A ticket can be redeemed once. */
  redeem(request: FastifyRequest, ticket: string): string | undefined {
    if (this.open.size === 0 || request.raw.socket instanceof Socket) return undefined;
    const found = this.open.get(ticket);
    this.open.delete(ticket);
    return found && performance.now() < found.until ? found.hash : undefined;
  }

  /** Invalidates a ticket; the request may have been refused before the ticket was redeemed. */
  withdraw(ticket: string): void {
    this.open.delete(ticket);
  }
}
