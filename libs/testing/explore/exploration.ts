import { realTime } from '../real-time.js';
import { ADVICE } from './advice.js';
import { outcomesOf } from './coverage.js';
import type { Observation } from './observation.js';
import type { Progress } from './options.js';
import { judge, type Violation } from './oracles.js';
import { idOf, type Plan, planOf, type Shop } from './plan.js';
import { play, type Stage } from './play.js';
import { References } from './references.js';
import type { Finding, PlanResult, Unconfirmed } from './report.js';
import { storyOf } from './story-of.js';

interface Seen {
  plan: Plan;
  violation: Violation;
  observation: Observation;
}

interface Limits {
  /** Real time in milliseconds since 1970, after which no plan begins. */
  deadline: number;
  /** Reason of the abort at the end of the time. */
  timeoutError: Error;
  workers: number;
  choosesYears: Shop['choosesYears'];
}

/** Time without changes after which a wrong result is final, in milliseconds. */
const PATIENCE = 1_000;
/** The patience of each repetition. It is longer, so that a busy machine does not look like a bug. */
const REPETITIONS = [2_000, 4_000];

/** Maximum number of attempts to confirm the same violation. */
const MAX_TRIES = 3;

/** Plays plans. A violation of a rule is a finding only after repetitions have confirmed it. */
export class Exploration {
  readonly results: PlanResult[] = [];
  readonly notReproduced: Unconfirmed[] = [];
  readonly outcomes = new Set<string>();
  scenarios = 0;
  #total = 0;
  readonly #findings = new Map<string, Finding>();
  readonly #confirming = new Map<string, Promise<boolean>>();
  readonly #tries = new Map<string, number>();
  private readonly references: References;

  constructor(
    private readonly stage: Stage,
    ignored: readonly string[],
    private readonly limits: Limits,
    private readonly onProgress: (progress: Progress) => void,
  ) {
    this.references = new References(stage, ignored, this.count);
  }

  get findings(): Finding[] {
    return [...this.#findings.values()];
  }

  /** Starts plans in their order, and plays `concurrency` plans at the same time. */
  async playAll(plans: Iterable<Plan>, total: number, concurrency = this.limits.workers): Promise<void> {
    this.#total = total;
    const remaining = plans[Symbol.iterator]();
    const worker = async () => {
      while (realTime.now() < this.limits.deadline) {
        const { value: plan, done } = remaining.next();
        if (done) return;
        await this.#playInTime(plan);
        this.#report(`Playing ${idOf(plan)}`);
      }
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  /** Plays plans that move the clock, one after the other. */
  async playAlone(plans: readonly Plan[], total: number): Promise<void> {
    await this.playAll(plans, total, 1);
    if (plans.length > 0) this.references.forget();
  }

  /** Plays and judges a plan. The plan gets no result if the time is over before it ends. */
  async #playInTime(plan: Plan): Promise<void> {
    try {
      await this.#playAndJudge(plan);
    } catch (error) {
      if (error !== this.limits.timeoutError) throw error;
    }
  }

  async #playAndJudge(plan: Plan): Promise<void> {
    const started = realTime.now();
    const { observation, violations } = await this.#play(plan, PATIENCE);
    const found = await Promise.all(violations.map(violation => this.#confirm({ plan, violation, observation })));
    const result = found.includes(true) ? 'finding' : violations.length > 0 ? 'not reproduced' : 'passed';
    const isIdle = result === 'passed' && observation.idle.length > 0;
    this.results.push({
      plan: idOf(plan),
      result: isIdle ? 'idle' : result,
      duration: realTime.now() - started,
    });
  }

  count = (observation: Observation): void => {
    this.scenarios++;
    for (const outcome of outcomesOf(observation)) this.outcomes.add(outcome);
  };

  async #play(
    plan: Plan,
    patience: number,
    check?: Promise<void>,
  ): Promise<{ observation: Observation; violations: Violation[] }> {
    const expected = await this.references.for(plan);
    const observation = await play(plan, this.stage, { patience, expected });
    this.count(observation);
    await check;
    // `check`, also of another plan, may have changed the reference.
    const reference = await this.references.for(plan);
    const accepted = plan.action.decision === 'failed' ? await this.references.for(planOf('buy')) : undefined;
    const { choosesYears } = this.limits;
    return { observation, violations: judge(observation, { choosesYears, reference, accepted }) };
  }

  /** Whether a violation is a finding: known already, or confirmed by repetitions of its plan. */
  async #confirm(seen: Seen): Promise<boolean> {
    const key = keyOf(seen);
    for (;;) {
      const known = this.#findings.get(key);
      const id = idOf(seen.plan);
      if (known) {
        if (known.plan !== id && !known.also.includes(id)) known.also.push(id);
        return true;
      }
      const other = this.#confirming.get(key);
      if (!other) break;
      await other;
    }
    const tries = (this.#tries.get(key) ?? 0) + 1;
    this.#tries.set(key, tries);
    if (tries > MAX_TRIES) return false;
    const confirmation = this.#repeat(seen, key);
    this.#confirming.set(key, confirmation);
    return confirmation.finally(() => this.#confirming.delete(key));
  }

  async #repeat(seen: Seen, key: string): Promise<boolean> {
    const { plan, violation } = seen;
    const check = violation.oracle === 'state' ? this.references.check(plan) : undefined;
    // Prevents an unhandled rejection: a repetition that fails does not await `check`.
    check?.catch(() => undefined);
    const found = await Promise.all(REPETITIONS.map(patience => this.#findSame(plan, key, patience, check)));
    if (found.includes(undefined)) {
      this.notReproduced.push({ oracle: violation.oracle, title: violation.title, plan: idOf(plan) });
      return false;
    }
    const finding = findingOf(await this.#shrink(found.at(-1)!, key));
    if (finding.plan !== idOf(plan)) finding.also.push(idOf(plan));
    this.#findings.set(key, finding);
    this.#report(`Found: ${finding.title}`);
    return true;
  }

  /** Plays a plan. Returns the violation with the given key; undefined if the plan does not cause it. */
  async #findSame(plan: Plan, key: string, patience: number, check?: Promise<void>): Promise<Seen | undefined> {
    const { observation, violations } = await this.#play(plan, patience, check);
    return violations.map(violation => ({ plan, violation, observation })).find(seen => keyOf(seen) === key);
  }

  /** Finds a plan with fewer steps that causes the same violation. Returns the given one if there is none. */
  async #shrink(seen: Seen, key: string): Promise<Seen> {
    const { action, steps } = seen.plan;
    if (steps.length < 2) return seen;
    for (const index of steps.keys()) {
      const others = steps.toSpliced(index, 1);
      const smaller = await this.#findSame({ action, steps: others }, key, REPETITIONS[0]!);
      if (smaller) return this.#shrink(smaller, key);
    }
    return seen;
  }

  #report(text: string): void {
    this.onProgress({ text, done: this.results.length, plans: this.#total, findings: this.#findings.size });
  }
}

/** Violations with equal keys are the same bug. */
const keyOf = ({ violation: { oracle, subject } }: Seen): string => `${oracle} ${subject ?? ''}`;

function findingOf({ plan, violation, observation }: Seen): Finding {
  const { oracle, title, truth } = violation;
  const { purchase, responses, verdict } = observation;
  const texts = responses.map(({ text }) => text);
  return {
    oracle,
    title,
    plan: idOf(plan),
    domain: purchase.domain,
    told: `${VERDICTS[verdict]} The shop answered ${texts.join(', then ')}.`,
    truth,
    ...ADVICE[oracle],
    replay: `explore(world, { ...options, replay: '${idOf(plan)}' })`,
    story: storyOf(observation),
    also: [],
  };
}

const VERDICTS = { yes: 'Yes.', no: 'No.', again: 'To try again.' };
