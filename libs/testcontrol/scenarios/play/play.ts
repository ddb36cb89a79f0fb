import type { Ending, Expectation, PlayedScenario, Scenario, ScenarioCall } from '../../contract.js';
import { differencesOf } from './compare.js';
import { EventReader, EventsUnavailable } from './event-reader.js';
import { fill, MissingValue, newUnique } from './fill.js';
import { type Answer, codeOf, send, sendOnce, type Target } from './send.js';

/** Time after which the client gives up. */
const TIMEOUT_MS = 15_000;

/** Timeout of calls that are expected to get no response. A call that records events needs time to do so on a busy machine. */
const timeoutWithoutResponse = (events: string[] = []): number => (events.length > 0 ? 5_000 : 1_000);

/**
 * Plays a scenario against a running service. It can be played any number of times, also several times at once.
 * @throws Unreachable
 * @throws AbortError, or the reason of the target's signal, if the signal is aborted
 */
export async function play(scenario: Scenario, target: Target): Promise<PlayedScenario> {
  const run = new Run(scenario, target);
  try {
    return await run.play();
  } catch (error) {
    if (!(error instanceof MissingValue || error instanceof EventsUnavailable)) throw error;
    return run.result({}, [error.message]);
  } finally {
    await run.cleanUp();
  }
}

/** Retries of a call whose body is too large, after the connection was reset. */
const MAX_RETRIES = 4;

/** Paths of calls that create something in the tenant, and the member of the response that names the created object. */
const CREATED: Record<string, string> = {
  '/api/v1/sandbox/control/worlds': 'tenant',
  '/api/v1/sandbox/control/faults': 'id',
};

/** The member that names the object created by a call; undefined for other calls, and in a world, whose end removes it. */
const nameMemberOf = ({ method, path, headers }: ScenarioCall): string | undefined =>
  method === 'POST' && !headers?.['Authorization'] ? CREATED[path] : undefined;

class Run {
  private readonly unique = newUnique();
  /** Bodies of the responses to the given calls. */
  private readonly given: unknown[] = [];
  /** Paths of the worlds and rules that the calls have created in the tenant. */
  private readonly created: string[] = [];
  /** Expected outcome of the present call, with the values of this run. */
  private expected: Expectation;
  private readonly events: EventReader | undefined;

  constructor(
    private readonly scenario: Scenario,
    private readonly target: Target,
  ) {
    this.expected = scenario.expect;
    if (scenario.expect.events) this.events = new EventReader(target, this.unique);
  }

  async play(): Promise<PlayedScenario> {
    await this.events?.start();
    for (const [index, call] of this.scenario.given.entries()) {
      this.expected = this.fill(call.expect ?? {});
      const { actual, differences } = await this.perform(call);
      if (differences.length > 0) return this.result({ given: index, ...actual }, differences);
    }
    this.expected = this.fill(this.scenario.expect);
    const { actual, differences } = await this.perform(this.scenario.request);
    return this.result(actual, differences);
  }

  /**
   * Removes the worlds and rules of the run, even if the run was aborted, because a tenant can have a limited number of them. If
   * the removal fails, they expire a minute after their creation.
   */
  async cleanUp(): Promise<void> {
    const { signal: _, ...target } = this.target;
    await Promise.allSettled(this.created.map(path => sendOnce(target, { method: 'DELETE', path }, TIMEOUT_MS)));
  }

  result(actual: PlayedScenario['actual'], differences: string[]): PlayedScenario {
    return { id: this.scenario.id, passed: differences.length === 0, expected: this.expected, actual, differences };
  }

  /** Sends a call, and reads the events that it announces if the scenario is about events. */
  private async perform(call: ScenarioCall) {
    const { expected } = this;
    const timeoutMs = expected.outcome === 'timeout' ? timeoutWithoutResponse(expected.events) : TIMEOUT_MS;
    const filled = this.fill(call);
    const name = nameMemberOf(filled);
    // Completes calls that create something, because `cleanUp` needs the name in the response.
    const sendCall = () => send(this.target, filled, timeoutMs, { isCompleted: name !== undefined });
    let answer = await sendCall();
    // If a server rejects a body before all of it has arrived, the client may see a reset instead of the response.
    for (let retry = 0; retry < MAX_RETRIES && answer === 'reset' && expected.status === 413; retry++)
      answer = await sendCall();
    if (name !== undefined && typeof answer !== 'string' && answer.status === 201)
      this.created.push(`${call.path}/${dataOf(answer)?.[name]}`);
    this.given.push(typeof answer === 'string' ? undefined : answer.body);
    const events = this.events && expected.events && (await this.events.next(expected.events.length));
    const actual: Expectation = { ...describe(answer, expected), ...(events && { events }) };
    const isInspected = call === this.scenario.request;
    const others = isInspected && typeof answer !== 'string' ? this.target.inspect?.(filled, answer) : undefined;
    return { actual, differences: [...differencesOf(expected, actual), ...(others ?? [])] };
  }

  private fill<T>(value: T): T {
    return fill(value, { unique: this.unique, given: this.given });
  }
}

/** The actual outcome. It has only the headers that are expected, and data only if data is expected. */
function describe(answer: Answer | Ending, expected: Expectation): Expectation {
  if (typeof answer === 'string') return { outcome: answer };
  const { status, headers, body } = answer;
  const [code, data] = [codeOf(body), dataOf(answer)];
  const names = Object.keys(expected.headers ?? {}).filter(name => headers.has(name));
  return {
    status,
    ...(code !== undefined && { code }),
    ...(expected.headers && { headers: Object.fromEntries(names.map(name => [name, headers.get(name)!])) }),
    ...(expected.data && data && { data }),
  };
}

const dataOf = ({ body }: Answer) => (body as { data?: Record<string, unknown> } | null)?.data;
