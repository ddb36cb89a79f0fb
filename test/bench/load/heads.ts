import type { Caller } from '../database/tenants.js';

/** Request heads, written once per caller. */
export class Heads {
  private readonly heads: Map<Caller, string>;
  private readonly inTurn: string[];
  private turn = 0;

  constructor(path: string, callers: Caller[]) {
    this.heads = new Map(callers.map(caller => [caller, headOf(path, caller)]));
    this.inTurn = [...this.heads.values()];
  }

  of(caller: Caller): string {
    return this.heads.get(caller)!;
  }

  /** Callers take turns. */
  next(): string {
    return this.inTurn[this.turn++ % this.inTurn.length]!;
  }
}

function headOf(path: string, { tenant, key }: Caller): string {
  const lines = [
    `POST ${path} HTTP/1.1`,
    'host: 127.0.0.1',
    'connection: keep-alive',
    `authorization: Bearer ${key}`,
    `x-tenant: ${tenant.slug}`,
    'accept: application/json',
    'content-type: application/json',
  ];
  return lines.map(line => `${line}\r\n`).join('');
}
