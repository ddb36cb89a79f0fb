import type { Schemas } from '../../client/index.js';
import type { Oracle } from './advice.js';

/** A request, webhook or action of the driver during a scenario. Reports highlight failed steps. */
export type StoryStep = Required<Schemas['ExplorationStep']>;

/** A bug of the shop, with the shortest plan that shows it. */
export type Finding = Omit<Schemas['ExplorationFinding'], 'oracle' | 'story'> & { oracle: Oracle; story: StoryStep[] };

/** A violation that repetitions did not confirm. */
export type Unconfirmed = Pick<Finding, 'oracle' | 'title' | 'plan'>;

/** The result of a plan. `idle`: a fault of the plan did not happen, because the shop sent no matching request. */
export type PlanResult = Schemas['ExplorationPlan'];

/** The report of an exploration. Durations are in milliseconds, times are RFC 3339. */
export type Report = Omit<Schemas['ExplorationReport'], 'findings' | 'not_reproduced'> & {
  findings: Finding[];
  not_reproduced: Unconfirmed[];
};
