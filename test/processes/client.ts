import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import { afterwards } from './afterwards.js';

interface Purchase {
  order_id: string;
  domain: string;
  status: string;
  domain_status: string;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: { success: boolean; data: Partial<Purchase> | null; error: { code: string; message: string } | null };
  /** Error code, or `ok`. */
  code: string;
  ms: number;
}

export interface Credentials {
  key: string;
  tenant: string;
}

const OWNER = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com' };

/** API client for a service in another process, with its own connections. */
export class Client {
  private readonly agent = new Agent({ keepAliveTimeout: 30_000 });

  constructor(
    readonly origin: string,
    readonly credentials: Credentials,
  ) {
    afterwards(() => this.agent.destroy());
  }

  search(domain: string): Promise<Answer> {
    return this.post('sandbox/domains/search', { domain });
  }

  order(domain: string, idempotencyKey: string = randomUUID()): Promise<Answer> {
    return this.post('sandbox/domains/order', { domain, years: 1, owner: OWNER }, idempotencyKey);
  }

  checkout(orderId: string, reference: string, idempotencyKey: string = randomUUID()): Promise<Answer> {
    const payment = { method: 'test', reference };
    return this.post('sandbox/domains/checkout', { order_id: orderId, payment }, idempotencyKey);
  }

  searchLive(domain: string): Promise<Answer> {
    return this.post('registrar/domains/search', { domain });
  }

  /** Sends a request that fails validation before any query; it can be found by its request id. */
  misspelt(requestId: string): Promise<Answer> {
    return this.post('sandbox/domains/search', { name: 'example.com' }, undefined, requestId);
  }

  async statusOf(path: string): Promise<number> {
    const answer = await request(this.origin + path, { dispatcher: this.agent });
    await answer.body.dump();
    return answer.statusCode;
  }

  private async post(path: string, body: object, idempotencyKey?: string, requestId?: string): Promise<Answer> {
    const started = performance.now();
    const answer = await request(`${this.origin}/api/v1/${path}`, {
      method: 'POST',
      dispatcher: this.agent,
      headers: {
        authorization: `Bearer ${this.credentials.key}`,
        'x-tenant': this.credentials.tenant,
        'content-type': 'application/json',
        ...(idempotencyKey ? { 'x-idempotency-key': idempotencyKey } : {}),
        ...(requestId ? { 'x-request-id': requestId } : {}),
      },
      body: JSON.stringify(body),
    });
    const envelope = (await answer.body.json()) as Answer['body'];
    const code = envelope.error?.code ?? 'ok';
    return {
      status: answer.statusCode,
      headers: answer.headers,
      body: envelope,
      code,
      ms: performance.now() - started,
    };
  }
}

/** Runs `call` concurrently. */
export const atOnce = <T>(count: number, call: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => call(index)));

/** Number of responses per code. */
export function countCodes(answers: Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { code } of answers) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
}
