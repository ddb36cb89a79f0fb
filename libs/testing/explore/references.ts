import type { Observation } from './observation.js';
import { idOf, type Plan } from './plan.js';
import { play, type PlayOptions, type Stage } from './play.js';
import type { ExpectedState } from './shop-state.js';
import { compare, type Value } from './state.js';

/** Purchases per reference. */
const SAMPLES = 2;
/** `check` waits until the state of its purchase has not changed for this time in milliseconds. */
const STABLE_FOR = 4_000;

/** Purchases without faults, and the state that they have in common. */
interface Reference extends ExpectedState {
  samples: Observation[];
}

/** Purchases without faults. Their states are compared with the states of other purchases. Created on first use. */
export class References {
  readonly #references = new Map<string, Promise<Reference | undefined>>();

  constructor(
    private readonly stage: Stage,
    private readonly ignored: readonly string[],
    private readonly count: (observation: Observation) => void,
  ) {}

  /** The reference of a plan; undefined if the options have no `state`, or if the shop did not answer. */
  for(plan: Plan): Promise<Reference | undefined> {
    if (!this.stage.state) return Promise.resolve(undefined);
    const referencePlan = referencePlanOf(plan);
    const id = idOf(referencePlan);
    let reference = this.#references.get(id);
    if (!reference) {
      // A busy shop may answer the second time.
      reference = this.#create(referencePlan).then(found => found ?? this.#create(referencePlan));
      this.#references.set(id, reference);
    }
    return reference;
  }

  /**
   * Makes another purchase without faults and waits until its state is stable. Also reads the states of the earlier ones
   * again: some shops finish their work later. Members that differ without any fault are ignored from now on.
   */
  async check(plan: Plan): Promise<void> {
    const reference = await this.for(plan);
    if (!reference) return;
    const referencePlan = referencePlanOf(plan);
    const [again, ...later] = await Promise.all([
      this.#play(referencePlan, { ...PATIENT, stableFor: STABLE_FOR }).then(({ state }) => state),
      ...reference.samples.map(({ shop }) => shop.tryToAsk()),
    ]);
    this.#references.set(idOf(referencePlan), Promise.resolve(mergeStates(reference, known([...later, again]))));
  }

  /** Forgets all references. To be called after the clock has moved. */
  forget(): void {
    this.#references.clear();
  }

  async #create(plan: Plan): Promise<Reference | undefined> {
    const samples = await Promise.all(Array.from({ length: SAMPLES }, () => this.#play(plan, PATIENT)));
    const states = known(samples.map(({ state }) => state));
    const [state] = states;
    return state === undefined ? undefined : mergeStates({ samples, state, ignored: pathsOf(this.ignored) }, states);
  }

  async #play(plan: Plan, options: PlayOptions): Promise<Observation> {
    const observation = await play(plan, this.stage, options);
    this.count(observation);
    return observation;
  }
}

/** Names and paths of the option `ignore`. Paths in states begin with `body`, beside which they have the status. */
const pathsOf = (ignored: readonly string[]): ReadonlySet<string> =>
  new Set(ignored.flatMap(member => [member, `body.${member}`]));

const known = (states: (Value | undefined)[]): Value[] => states.filter(state => state !== undefined);

/** Long enough that a busy shop can finish its work. */
const PATIENT: PlayOptions = { patience: 5_000 };

/** The plan of the reference has only the final errors of the plan, which may change the state. */
const referencePlanOf = ({ action, steps }: Plan): Plan => ({ action, steps: steps.filter(({ isFinal }) => isFinal) });

/** Replaces the state of the reference by the first one, and ignores members that differ between the states. */
function mergeStates(reference: Reference, states: Value[]): Reference {
  const [state = reference.state] = states;
  const paths = states.flatMap(other => compare(state, other, reference.ignored).map(({ path }) => path));
  return { ...reference, state, ignored: new Set([...reference.ignored, ...paths]) };
}
