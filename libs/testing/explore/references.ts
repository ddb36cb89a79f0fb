import type { Observation } from './observation.js';
import { idOf, type Plan } from './plan.js';
import { play, type PlayOptions, type Stage } from './play.js';
import type { ExpectedState } from './shop-state.js';
import { compare, type Value } from './state.js';

const REPETITIONS = 2;
/** How long a state must not change before others are compared with it, in milliseconds. */
const REST = 4_000;

/** A purchase without faults. */
interface Reference extends ExpectedState {
  samples: Observation[];
}

/** Purchases without faults, with which the others are compared. Each is made when it is first needed. */
export class References {
  readonly #references = new Map<string, Promise<Reference | undefined>>();

  constructor(
    private readonly stage: Stage,
    private readonly ignored: readonly string[],
    private readonly count: (observation: Observation) => void,
  ) {}

  /** The reference of a plan: undefined if the shop shows no state. */
  for(plan: Plan): Promise<Reference | undefined> {
    if (!this.stage.state) return Promise.resolve(undefined);
    const undisturbed = undisturbedBy(plan);
    const id = idOf(undisturbed);
    let reference = this.#references.get(id);
    if (!reference) this.#references.set(id, (reference = this.#create(undisturbed)));
    return reference;
  }

  /**
   * Compares the purchases with another one that rests for some time, and with what the shop says about them now: some shops
   * do a part of their work later. What differs differs without any fault, and is ignored from now on.
   */
  async check(plan: Plan): Promise<void> {
    const reference = await this.for(plan);
    if (!reference) return;
    const undisturbed = undisturbedBy(plan);
    const [again, ...later] = await Promise.all([
      this.#play(undisturbed, { ...PATIENT, rest: REST }).then(({ state }) => state!),
      ...reference.samples.map(async ({ askState }) => (await askState())!),
    ]);
    this.#references.set(idOf(undisturbed), Promise.resolve(mergeStates(reference, [...later, again])));
  }

  /** Forgets the purchases, because the clock has moved. */
  forget(): void {
    this.#references.clear();
  }

  async #create(plan: Plan): Promise<Reference> {
    const samples = await Promise.all(Array.from({ length: REPETITIONS }, () => this.#play(plan, PATIENT)));
    const states = samples.map(({ state }) => state!);
    return mergeStates({ samples, state: states[0]!, ignored: new Set(this.ignored) }, states);
  }

  async #play(plan: Plan, options: PlayOptions): Promise<Observation> {
    const observation = await play(plan, this.stage, options);
    this.count(observation);
    return observation;
  }
}

/** A busy shop must not look as if it had not done its work. */
const PATIENT: PlayOptions = { patience: 5_000 };

/** The purchase without what the shop should not notice. */
const undisturbedBy = ({ action, steps }: Plan): Plan => ({ action, steps: steps.filter(({ isFinal }) => isFinal) });

/** The first of some states, without what differs among them. */
function mergeStates(reference: Reference, states: Value[]): Reference {
  const [state = reference.state] = states;
  const paths = states.flatMap(other => compare(state, other, reference.ignored).map(({ path }) => path));
  return { ...reference, state, ignored: new Set([...reference.ignored, ...paths]) };
}
