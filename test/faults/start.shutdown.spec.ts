import { setTimeout as sleep } from 'node:timers/promises';
import { sendPartialRequest } from '../processes/partial-request.js';
import { startService, type Service } from '../processes/nameyard.js';
import { CLI } from '../support/paths.js';
import { folderWithPostgres } from '../processes/postgres.js';
import { processTree, runningProcesses, postgresProcesses } from '../processes/process-table.js';
import { eventually } from '../support/eventually.js';

const NODE = [process.execPath, CLI, 'start'];
const NPM = ['npm', 'start', '--silent'];

describe('SIGTERM to the process group of npm', () => {
  it('answers the request in flight although npm has already exited', async () => {
    const service = await startService({ DATA_DIR: folderWithPostgres() }, NPM);
    const { response, finish } = await sendPartialRequest(service.client());
    service.program.signalGroup('SIGTERM');
    // Longer than the service takes to notice that its parent is gone.
    await sleep(2_500);
    finish();
    expect(await response).toBe('HTTP/1.1 200 OK');
  });
});

describe('embedded PostgreSQL', () => {
  const dataDir = folderWithPostgres();
  let registered = '';
  let key = '';

  /** Registers a domain, so that there is data to lose. */
  async function purchase(service: Service): Promise<void> {
    key = service.key || key;
    const client = service.client({ key, tenant: 'demo' });
    if (registered) expect((await client.search(registered)).body.data).toMatchObject({ status: 'taken' });
    registered = `kept-${Date.now()}.com`;
    await client.register(registered);
  }

  for (const [name, launch, signal] of [
    ['SIGTERM to the service', NODE, 'SIGTERM'],
    ['SIGKILL to the service', NODE, 'SIGKILL'],
    ['Ctrl-C in a terminal running npm', NPM, 'SIGINT'],
    ['SIGTERM to npm', NPM, 'SIGTERM'],
    ['SIGKILL to npm', NPM, 'SIGKILL'],
  ] as const)
    it(`stops and keeps its data after ${name}`, async () => {
      const service = await startService({ DATA_DIR: dataDir }, [...launch]);
      await purchase(service);
      const family = processTree(service.program.pid);
      expect(postgresProcesses(family).length).toBeGreaterThan(0);
      if (signal === 'SIGINT' && launch === NPM) service.program.signalGroup(signal);
      else service.program.signal(signal);
      const { code } = await service.program.exited;
      if (launch === NODE && signal === 'SIGTERM') expect(code).toBe(0);
      await eventually(() => expect(runningProcesses(family)).toEqual([]));
    });
});
