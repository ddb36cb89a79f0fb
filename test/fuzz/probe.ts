import type { HttpResponse } from '../support/openapi-check.js';
import { outcomeOf, retryUnavailable } from '../support/outcome.js';
import { type Exchange, exchange } from '../support/socket.js';
import type { Operation } from './documents.js';
import { checkExchange, checkConnection } from './judge.js';
import type { RawCase } from './raw-http.js';
import type { FuzzedRequest } from './requests.js';
import { type WireRequest, writeRequest } from './sending.js';
import { FuzzEnvironment } from './environment.js';

/** After incomplete requests, the sender waits for this time before it closes its side. */
const SILENCE_MS = 300;

const NO_ANSWER: HttpResponse = { status: 0, headers: {}, body: undefined, text: '' };

/** Sends requests to its own service; throws if a response is wrong or the service logs an error. */
export class Probe {
  private loggedLines = 0;

  private constructor(readonly environment: FuzzEnvironment) {}

  static async start(): Promise<Probe> {
    return new Probe(await FuzzEnvironment.start());
  }

  async answerTo(operation: Operation, request: FuzzedRequest): Promise<HttpResponse> {
    const { environment } = this;
    await environment.prepare(operation);
    const wire = writeRequest(environment, operation, request);
    return this.checked([wire.bytes], async () => {
      let result!: Exchange;
      // The database may be too slow on a busy machine.
      await retryUnavailable(async () => {
        result = await this.exchange(wire);
        return result.responses[0] ?? NO_ANSWER;
      });
      environment.note(operation, wire.method, result.responses[0]?.status ?? 0);
      return checkExchange(environment, wire, result);
    });
  }

  /** CPU time of a request in milliseconds, whatever its response. */
  async costOf(operation: Operation, request: FuzzedRequest): Promise<number> {
    const { environment } = this;
    await environment.prepare(operation);
    const wire = writeRequest(environment, operation, request);
    const before = process.cpuUsage();
    const { responses } = await this.exchange(wire);
    const { user, system } = process.cpuUsage(before);
    environment.note(operation, wire.method, responses[0]?.status ?? 0);
    return (user + system) / 1_000;
  }

  /** Sends the cases concurrently, each over its own connection. */
  async responsesTo(cases: RawCase[]): Promise<HttpResponse[][]> {
    const all = cases.map(({ text }) => Buffer.from(this.environment.fill(text), 'latin1'));
    return this.checked(all, () => Promise.all(cases.map(({ good }, index) => this.answersOn(all[index]!, good))));
  }

  private exchange({ method, bytes }: WireRequest): Promise<Exchange> {
    return exchange(this.environment.sandbox.origin, bytes, { isHead: method === 'HEAD' });
  }

  private async answersOn(bytes: Buffer, good: number): Promise<HttpResponse[]> {
    const { origin } = this.environment.sandbox;
    const result = await exchange(origin, bytes, { endAfter: good, idleMs: SILENCE_MS });
    return checkConnection(this.environment, result, good);
  }

  /** Fails if the service is not ready or a search fails. */
  async expectHealthy(): Promise<void> {
    const { sandbox, callers } = this.environment;
    await this.checked([], async () => {
      const ready = await sandbox.call({ method: 'GET', path: '/health/ready' });
      const search = await retryUnavailable(() => callers.shop.search({ domain: 'example.com' }));
      const outcomes = [outcomeOf(ready), outcomeOf(search)].join(' and ');
      if (outcomes !== '200 and 200') throw new Error(`readiness and search returned ${outcomes}`);
    });
  }

  stop(): Promise<void> {
    return this.environment.stop();
  }

  /** Adds the sent bytes and the service log to an error; a logged error counts as one. */
  private async checked<T>(sent: Buffer[], work: () => Promise<T>): Promise<T> {
    const outcome = await work().then(
      value => ({ value }),
      (error: Error) => ({ problem: error.message }),
    );
    const logged = this.newErrors();
    if ('value' in outcome && logged === '') return outcome.value;
    const problem = 'problem' in outcome ? outcome.problem : 'the service logged an error';
    const parts = [problem, logged, ...sent.map(bytes => `Sent: ${describeBytes(bytes)}`)];
    throw new Error(parts.filter(part => part !== '').join('\n\n'));
  }

  private newErrors(): string {
    const { log } = this.environment.sandbox;
    const lines = log.slice(this.loggedLines).filter(({ level }) => level === 'error' || level === 'fatal');
    this.loggedLines = log.length;
    return lines.map(line => JSON.stringify(line).slice(0, 2_000)).join('\n');
  }
}

function describeBytes(bytes: Buffer): string {
  const text = JSON.stringify(bytes.toString('latin1'));
  return text.length > 6_000 ? `${text.slice(0, 5_000)} … ${text.slice(-500)} (${bytes.length} bytes)` : text;
}
