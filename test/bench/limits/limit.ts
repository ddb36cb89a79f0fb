import type { Sample } from '../contests/contest.js';
import { Child, ownProgram } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';

/** Runs a program that measures a limit in its own process, like the product. */
export async function measureLimit(stage: Stage, program: string, ...args: string[]): Promise<Sample> {
  const said = await new Child(stage, program, ownProgram(`limits/${program}.ts`, ...args)).finished();
  const { perSecond, wrong = 0 } = JSON.parse(said) as { perSecond: number; wrong?: number };
  const complaints = wrong > 0 ? [`${program}: ${wrong} answers were wrong`] : [];
  return { figures: { perSecond }, responses: 0, wrong, complaints };
}
