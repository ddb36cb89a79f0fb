import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '../../observability/log/logger.js';
import { BackgroundJobs } from './background-jobs.js';

/** The jobs of a process, and the messages that they log. */
function start() {
  const messages: string[] = [];
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg);
  const jobs = new BackgroundJobs(createLogger('info', { write }));
  return { jobs, messages };
}

describe('BackgroundJobs', () => {
  it('repeats a job after an error and logs the error once', async () => {
    const { jobs, messages } = start();
    let runs = 0;
    jobs.add('counting', 1, () => Promise.reject(new Error(runs++ < 5 ? 'first' : 'second')));
    jobs.onApplicationBootstrap();
    while (runs < 9) await pause(1);
    await jobs.onModuleDestroy();
    expect(messages).toEqual(['counting failed', 'counting failed']);
  });

  it('logs nothing when PostgreSQL is not available', async () => {
    const { jobs, messages } = start();
    let runs = 0;
    jobs.add('counting', 1, () => {
      runs++;
      return Promise.reject(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    });
    jobs.onApplicationBootstrap();
    while (runs < 3) await pause(1);
    await jobs.onModuleDestroy();
    expect(messages).toEqual([]);
  });

  it('finishes the current run at shutdown and starts no other', async () => {
    const { jobs } = start();
    const finished: boolean[] = [];
    const job = jobs.add('waiting', 1, async () => {
      await pause(30);
      finished.push(job.running);
    });
    jobs.onApplicationBootstrap();
    await pause(10);
    await jobs.onModuleDestroy();
    await pause(40);
    expect(finished).toEqual([false]);
  });

  it('runs again right away when a job is woken during a run', async () => {
    const { jobs } = start();
    let runs = 0;
    const job = jobs.add('waiting', 60_000, () => {
      if (runs++ === 0) job.wake();
      return Promise.resolve();
    });
    jobs.onApplicationBootstrap();
    job.wake();
    while (runs < 2) await pause(1);
    await jobs.onModuleDestroy();
    expect(runs).toBe(2);
  });
});
