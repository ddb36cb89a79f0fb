import type { Caller } from '../database/tenants.js';

/** Request heads (request line and header fields), built once per caller. */
export class Heads {
  private readonly heads: Map<Caller, string>;
  private turn = 0;

  constructor(
    path: string,
    private readonly callers: Caller[],
  ) {
    this.heads = new Map(callers.map(caller => [caller, headOf(path, caller)]));
  }

  /** The head for a caller, by default for the next one. */
  headFor(caller = this.next()): string {
    return this.heads.get(caller)!;
  }

  /** Header fields of a head as an object, without `Host` and `Connection`. */
  fieldsFor(caller = this.next()): Record<string, string> {
    return fieldsOf(caller);
  }

  private next(): Caller {
    return this.callers[this.turn++ % this.callers.length]!;
  }
}

const fieldsOf = ({ tenant, key }: Caller) => ({
  authorization: `Bearer ${key}`,
  'x-tenant': tenant.slug,
  accept: 'application/json',
  'content-type': 'application/json',
});

function headOf(path: string, caller: Caller): string {
  const fields = Object.entries({ host: '127.0.0.1', connection: 'keep-alive', ...fieldsOf(caller) });
  return [`POST ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)]
    .map(line => `${line}\r\n`)
    .join('');
}
