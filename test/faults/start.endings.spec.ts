import { setTimeout as sleep } from 'node:timers/promises';
import { sendHalf } from '../processes/half-request.js';
import { startService, type Service } from '../processes/nameyard.js';
import { CLI, temporaryFolder } from '../processes/places.js';
import { familyOf, livingOf, postgresAmong } from '../processes/process-table.js';
import { eventually } from '../processes/until.js';

const NODE = [process.execPath, CLI, 'start'];
const NPM = ['npm', 'start', '--silent'];

describe('SIGTERM to npm and everything below it', () => {
  it('still answers the request that is under way, though npm is gone before', async () => {
    const service = await startService({ DATA_DIR: temporaryFolder() }, NPM);
    const { answer, finish } = await sendHalf(service.client());
    service.program.signalGroup('SIGTERM');
    // Longer than the service needs to notice that nobody is above it any more.
    await sleep(2_500);
    finish();
    expect(await answer).toBe('HTTP/1.1 200 OK');
  });
});

describe('however it ends, PostgreSQL ends with it', () => {
  const dataDir = temporaryFolder();
  let registered = '';
  let key = '';

  /** Registers a name, so that there is something to lose. */
  async function purchase(service: Service): Promise<void> {
    key = service.key || key;
    const client = service.client({ key, tenant: 'demo' });
    if (registered) expect((await client.search(registered)).body.data).toMatchObject({ status: 'taken' });
    registered = `kept-${Date.now()}.com`;
    const { body } = await client.order(registered);
    expect((await client.checkout(String(body.data?.order_id), registered)).status).toBe(200);
  }

  for (const [name, launch, signal] of [
    ['SIGINT to the service', NODE, 'SIGINT'],
    ['SIGTERM to the service', NODE, 'SIGTERM'],
    ['kill -9 of the service', NODE, 'SIGKILL'],
    ['Ctrl-C in a terminal that runs npm', NPM, 'SIGINT'],
    ['SIGTERM to npm', NPM, 'SIGTERM'],
    ['kill -9 of npm', NPM, 'SIGKILL'],
  ] as const)
    it(`${name}: nothing survives, and what was registered is kept`, async () => {
      const service = await startService({ DATA_DIR: dataDir }, [...launch]);
      await purchase(service);
      const family = familyOf(service.program.pid);
      expect(postgresAmong(family).length).toBeGreaterThan(0);
      if (signal === 'SIGINT' && launch === NPM) service.program.signalGroup(signal);
      else service.program.signal(signal);
      const { code } = await service.program.ended;
      if (launch === NODE && signal !== 'SIGKILL') expect(code).toBe(0);
      await eventually(() => expect(livingOf(family)).toEqual([]));
    });
});
