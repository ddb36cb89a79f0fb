import { Socket } from 'node:net';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Database, Statement } from '#platform/database';
import { randomCharacters } from '#platform/ids';
import { KeyNotFound } from '../model/errors.js';

const LIFE_MS = 5_000;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 43; // of 62 characters: 256 bits

const hashOfOne = new Statement<{ hash: string }, { tenant: string; id: string }>(
  'keys.hash-of-one',
  'SELECT hash FROM api_keys.keys WHERE tenant_id = :tenant AND id = :id',
);

/**
 * Stands for a key whose value nobody here knows, for one request that this process makes of itself within seconds. A
 * ticket is taken from such a request alone: one that came over the network has a socket, whatever is written in it.
 */
@Injectable()
export class Tickets {
  private readonly open = new Map<string, { hash: string; until: number }>();

  constructor(private readonly database: Database) {}

  /** @throws KeyNotFound */
  async issue(tenantId: string, keyId: string): Promise<string> {
    const [key] = await hashOfOne.run(this.database, { tenant: tenantId, id: keyId });
    if (!key) throw new KeyNotFound(keyId);
    const ticket = `ticket_${randomCharacters(ALPHABET, LENGTH)}`;
    this.open.set(ticket, { hash: key.hash, until: performance.now() + LIFE_MS });
    return ticket;
  }

  /** The hash of the key that the ticket stands for, once. */
  redeem(request: FastifyRequest, ticket: string): string | undefined {
    if (this.open.size === 0 || request.raw.socket instanceof Socket) return undefined;
    const found = this.open.get(ticket);
    this.open.delete(ticket);
    return found && performance.now() < found.until ? found.hash : undefined;
  }

  /** For a request that was refused before it came to show its ticket. */
  withdraw(ticket: string): void {
    this.open.delete(ticket);
  }
}
