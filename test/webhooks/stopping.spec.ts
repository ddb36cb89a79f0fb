import { setTimeout as sleep } from 'node:timers/promises';
import { HealthyReceiversWorker } from '../../libs/webhooks/delivering/delivery.worker.js';
import { eventually } from '../support/eventually.js';
import { startSandbox } from '../support/sandbox.js';

/** Members of BullMQ's worker that its types omit. */
interface Internals {
  backend: {
    /** Ends the wait for a job. */
    cancelWait?: () => void;
    connection: { waitUntilReady(): Promise<void> };
  };
}

describe('a process that stops', () => {
  it('ends although its queue on PostgreSQL becomes ready only later', async () => {
    const sandbox = await startSandbox();
    const { worker } = sandbox.app.get(HealthyReceiversWorker, { strict: false });
    const { backend } = worker as unknown as Internals;
    await eventually(() => expect(backend.cancelWait).toBeDefined());
    backend.connection.waitUntilReady = () => sleep(3_000);
    backend.cancelWait!();
    await sandbox.stop();
    expect(worker.isRunning()).toBe(false);
  }, 60_000);
});
