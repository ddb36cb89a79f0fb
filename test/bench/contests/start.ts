import { Child } from '../stage/child.js';
import type { Stage } from '../stage/stage.js';
import type { Contender, Contest } from './contest.js';

/** Duration of `npm start` until the service reports that it runs; installed and built before. */
export function starting(stage: Stage): Contest {
  let existing: string | undefined;
  return {
    name: 'start',
    contenders: [
      starts('on an empty machine', () => (existing = stage.folder()), stage),
      starts('on existing data', () => existing ?? stage.folder(), stage),
    ],
  };
}

const starts = (name: string, dataDir: () => string, stage: Stage): Contender => ({
  name,
  async measure() {
    const env = { DATA_DIR: dataDir(), PORT: '0' };
    const started = performance.now();
    const service = new Child(stage, 'npm start', ['npm', 'start'], { env, group: true });
    const [, origin] = await service.waitForOutput(/base URL +(http:\S+)\/api\/v1$/m, 5);
    const seconds = (performance.now() - started) / 1_000;
    const ready = await fetch(`${origin}/health/ready`);
    await service.end();
    const problems = ready.ok ? [] : [`It said that it runs and was not ready: ${ready.status}`];
    return { figures: { seconds }, responses: 1, wrong: problems.length, problems };
  },
});
