import type { Sample } from '../contests/contest.js';
import { Child, benchProgram } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';

/** Runs a program that measures a limit in its own process, like the product. */
export async function measureLimit(stage: Stage, program: string, ...args: string[]): Promise<Sample> {
  const said = await new Child(stage, program, benchProgram(`limits/${program}.ts`, ...args)).waitForExit();
  const { perSecond, wrong = 0 } = JSON.parse(said) as { perSecond: number; wrong?: number };
  const problems = wrong > 0 ? [`${program}: ${wrong} answers were wrong`] : [];
  return { figures: { perSecond }, responses: 0, wrong, problems };
}
