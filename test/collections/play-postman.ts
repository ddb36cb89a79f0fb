import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
const INSTALL = ['install', '--no-save', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund'];

interface Played {
  name: string;
  status: number;
  body: string;
  /** Names of the tests of the request that failed. */
  failed: string[];
}

/** Runs a Postman collection with the engine of Postman. Installs it first if it is missing or outdated. */
export async function playPostman(collection: object, variables: Record<string, string>): Promise<Played[]> {
  if (!isInstalled()) {
    const { status, stderr } = spawnSync('npm', INSTALL, { cwd: FOLDER, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm could not install the runner:\n${stderr}`);
  }
  const require = createRequire(join(FOLDER, 'package.json'));
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

function isInstalled(): boolean {
  const [installed, wanted] = ['node_modules/.package-lock.json', 'package-lock.json'].map(file =>
    statSync(join(FOLDER, file), { throwIfNoEntry: false }),
  );
  return installed !== undefined && installed.mtimeMs >= wanted!.mtimeMs;
}
