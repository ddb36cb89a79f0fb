import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
const INSTALL = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];

interface Played {
  name: string;
  status: number;
  body: string;
  /** Names of the tests of the request that failed. */
  failed: string[];
}

/** Runs a Postman collection with the engine of Postman. */
export async function playPostman(collection: object, variables: Record<string, string>): Promise<Played[]> {
  const require = requireFromRunners();
  const { Runner } = require('postman-runtime');
  const { Collection, VariableScope } = createRequire(require.resolve('postman-runtime'))('postman-collection');
  const environment = new VariableScope({ values: Object.entries(variables).map(([key, value]) => ({ key, value })) });
  const played: Played[] = [];
  await new Promise<void>((resolve, reject) =>
    new Runner().run(new Collection(collection), { environment }, (error: Error | null, run: Run) => {
      if (error) return reject(error);
      run.start({
        request: (failure, _cursor, response, _request, item) => {
          if (failure) reject(failure);
          else played.push({ name: item.name, status: response!.code, body: response!.text(), failed: [] });
        },
        assertion: (_cursor, assertions) =>
          played.at(-1)?.failed.push(...assertions.filter(({ passed }) => !passed).map(({ name }) => name)),
        script: (failure, _cursor, _result, _script, _event, item) => {
          if (failure) reject(new Error(`${item.name}: ${failure.message}`));
        },
        done: failure => (failure ? reject(failure) : resolve()),
      });
    }),
  );
  return played;
}

/**
 * Runs a Postman collection with Newman, whose engine is older than that of Postman: its scripts cannot redeclare the
 * legacy globals of the sandbox. Returns the number of requests and what failed.
 */
export async function playNewman(collection: object, variables: Record<string, string>) {
  const { run } = requireFromRunners()('newman') as Newman;
  const envVar = Object.entries(variables).map(([key, value]) => ({ key, value }));
  const { executions, failures } = await new Promise<Summary['run']>((resolve, reject) =>
    run({ collection, envVar, reporters: [] }, (error, summary) => (error ? reject(error) : resolve(summary.run))),
  );
  return {
    requests: executions.length,
    failures: failures.map(({ error, source }) => `${source?.name}: ${error.message}`),
  };
}

/** The parts of Newman's API that are used; it has no types. */
interface Newman {
  run(options: object, callback: (error: Error | null, summary: Summary) => void): void;
}

interface Summary {
  run: { executions: unknown[]; failures: { error: Error; source?: { name: string } }[] };
}

/** The parts of the runner's API that are used; it has no types. */
interface Run {
  start(callbacks: {
    request(
      error: Error | null,
      cursor: unknown,
      response: { code: number; text(): string } | undefined,
      request: unknown,
      item: { name: string },
    ): void;
    assertion(cursor: unknown, assertions: { name: string; passed: boolean }[]): void;
    script(
      error: Error | null,
      cursor: unknown,
      result: unknown,
      script: unknown,
      event: unknown,
      item: { name: string },
    ): void;
    done(error: Error | null): void;
  }): void;
}

/** Returns `require` of the package with the runners. Installs them first if they are missing or outdated. */
function requireFromRunners() {
  if (!isInstalled()) {
    const { status, stderr } = spawnSync('npm', INSTALL, { cwd: FOLDER, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm could not install the runners:\n${stderr}`);
  }
  return createRequire(join(FOLDER, 'package.json'));
}

function isInstalled(): boolean {
  const [installed, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file =>
    statSync(join(FOLDER, file), { throwIfNoEntry: false }),
  );
  return installed !== undefined && installed.mtimeMs >= wanted!.mtimeMs;
}
