import type { Observation } from './observation.js';
import { idOf, type Plan } from './plan.js';
import { play, type PlayOptions, type Stage } from './play.js';
import type { ExpectedState } from './shop-state.js';
import { compare } from './state.js';

const REPETITIONS = 2;

/** Purchases without faults, with which the others are compared. Each is made when it is first needed. */
export class References {
  readonly #references = new Map<string, Promise<ExpectedState | undefined>>();

  constructor(
    private readonly stage: Stage,
    private readonly ignored: readonly string[],
    private readonly count: (observation: Observation) => void,
  ) {}

  /** The reference of a plan: undefined if the shop shows no state. */
  for(plan: Plan): Promise<ExpectedState | undefined> {
    if (!this.stage.state) return Promise.resolve(undefined);
    const undisturbed = undisturbedBy(plan);
    const id = idOf(undisturbed);
    let reference = this.#references.get(id);
    if (!reference) this.#references.set(id, (reference = this.#create(undisturbed)));
    return reference;
  }

  /** Makes the purchase once more. Members that differ now differ without any fault, so they are ignored from now on. */
  async check(plan: Plan): Promise<void> {
    const reference = await this.for(plan);
    if (!reference) return;
    const again = await this.#play(undisturbedBy(plan));
    const { differing, ...others } = merge(reference, again);
    if (differing) this.#references.set(idOf(undisturbedBy(plan)), Promise.resolve(others));
  }

  async #create(plan: Plan): Promise<ExpectedState> {
    const [first, ...others] = await Promise.all(Array.from({ length: REPETITIONS }, () => this.#play(plan)));
    const start = { state: first!.state!, ignored: new Set(this.ignored) };
    return others.reduce<ExpectedState>((reference, observation) => merge(reference, observation), start);
  }

  async #play(plan: Plan): Promise<Observation> {
    const observation = await play(plan, this.stage, PATIENT);
    this.count(observation);
    return observation;
  }
}

/** A busy shop must not look as if it had not done its work. */
const PATIENT: PlayOptions = { patience: 5_000 };

/** The purchase without what the shop should not notice. */
const undisturbedBy = ({ action, steps }: Plan): Plan => ({ action, steps: steps.filter(({ isFinal }) => isFinal) });

function merge(reference: ExpectedState, { state }: Observation): ExpectedState & { differing: boolean } {
  const paths = compare(reference.state, state, reference.ignored).map(({ path }) => path);
  return { state: reference.state, ignored: new Set([...reference.ignored, ...paths]), differing: paths.length > 0 };
}
