import {
  type Body,
  type CallOptions,
  type Data,
  Nameyard,
  ValidationFailedError,
  WorldNotFoundError,
} from '../client/index.js';
import { VerificationError } from './errors.js';
import { describeFailure } from './describe-failure.js';
import type { Access } from './nameyard-server.js';
import { Receiver, type ReceiverOptions } from './receiver.js';

export type WorldOptions = Body<'createWorld'>;

/** An ISO 8601 duration such as `P1Y`, or an object with `by` or `to`. */
export type Advance = string | Body<'advanceClock'>;

type Decision = Body<'decideOrder'>;

/** A temporary tenant with a client. It ends when `end()` is called, or after its `ttl` (default one hour). */
export class World implements Access {
  readonly baseUrl: string;
  readonly tenant: string;
  /** Slug of the tenant that created the world; undefined for a world of `connectWorld`. */
  readonly parent: string | undefined;
  readonly apiKey: string;
  /** Client of the world, with all permissions of the sandbox. */
  readonly client: Nameyard;
  readonly #receivers: Receiver[] = [];
  readonly #remove: () => Promise<void>;
  #ended: Promise<void> | undefined;

  /** @internal */
  constructor(access: Access & { parent?: string }, remove: () => Promise<void>) {
    this.baseUrl = access.baseUrl;
    this.tenant = access.tenant;
    this.parent = access.parent;
    this.apiKey = access.apiKey;
    this.client = new Nameyard(access);
    this.#remove = remove;
  }

  /** The clock of the world: `get`, `set` and `advance`. */
  get clock(): Nameyard['control']['clock'] {
    return this.client.control.clock;
  }

  /** The registry of the world: its settings and decisions. */
  get registry(): Nameyard['control']['registry'] {
    return this.client.control.registry;
  }

  /** Starts a local HTTP receiver, and registers it for the events of this world. */
  async receiver(options: ReceiverOptions = {}): Promise<Receiver> {
    const receiver = await Receiver.start(this.client, options);
    this.#receivers.push(receiver);
    return receiver;
  }

  /** Adds a rule that makes requests fail, or alters webhook deliveries, on purpose. */
  async fault(rule: Body<'addFault'>): Promise<Data<'addFault'>> {
    return this.client.control.faults.add(rule);
  }

  /** Moves the clock forward. When the promise resolves, all due events have happened. */
  async advance(by: Advance, options?: CallOptions): Promise<Data<'advanceClock'>> {
    return this.clock.advance(typeof by === 'string' ? { by } : by, options);
  }

  /** Decides the order of a domain immediately, and returns the order. It must be pending or require action. */
  async decide(domain: string, outcome: Decision['outcome'], reason?: string): Promise<Data<'decideOrder'>> {
    return this.registry.decide({ domain, outcome, ...(reason !== undefined && { reason }) });
  }

  /**
   * Verifies the number of requests or webhook deliveries, and returns them.
   * @throws VerificationError with the nearest misses
   */
  async verify(expected: Body<'verify'>): Promise<Data<'verify'>> {
    const result = await this.client.control.journal.verify(expected).catch(explainInvalid);
    if (result.satisfied) return result;
    throw new VerificationError(describeFailure(expected, result));
  }

  /** Returns a snapshot of the world for `restore`: its clock, registry settings, orders, registrations, faults and contacts. */
  async snapshot(): Promise<Data<'getWorld'>> {
    return this.client.control.world.get();
  }

  /** Replaces the content of the world with a snapshot. */
  async restore(snapshot: Body<'restoreWorld'>): Promise<Data<'restoreWorld'>> {
    return this.client.control.world.put(snapshot);
  }

  /** Removes the content of the world. */
  async reset(): Promise<Data<'resetWorld'>> {
    return this.client.control.world.reset();
  }

  /** Closes the receivers and removes the world. */
  end(): Promise<void> {
    return (this.#ended ??= this.#closeReceivers().then(this.#remove));
  }

  /**
   * Closes the receivers, but does not end the world: it ends after its `ttl`.
   * @internal
   */
  keep(): Promise<void> {
    return (this.#ended ??= this.#closeReceivers());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.end();
  }

  async #closeReceivers(): Promise<void> {
    await Promise.all(this.#receivers.map(receiver => receiver.close()));
  }
}

/** Adds the invalid fields to the message, because runners print only the message of an error. */
function explainInvalid(error: unknown): never {
  if (!(error instanceof ValidationFailedError)) throw error;
  const reasons = error.details.map(({ field, message }) => `${field} ${message}`);
  throw new VerificationError(`Invalid expectation: ${reasons.join('; ')}.`, { cause: error });
}

/** @param forget called after the world has ended */
export async function createWorld(
  parent: Access & { client: Nameyard },
  options: WorldOptions,
  forget: () => void,
): Promise<World> {
  const { worlds } = parent.client.control;
  const { tenant, key } = await worlds.create(options);
  return new World({ baseUrl: parent.baseUrl, tenant, apiKey: key, parent: parent.tenant }, async () => {
    await worlds.end(tenant).catch(ignoreEnded);
    forget();
  });
}

/** The world may already have ended after its `ttl`. */
function ignoreEnded(error: unknown): void {
  if (!(error instanceof WorldNotFoundError)) throw error;
}
