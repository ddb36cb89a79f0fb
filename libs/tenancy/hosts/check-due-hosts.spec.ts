import { setTimeout as pause } from 'node:timers/promises';
import { Clock } from '#platform/process/clock';
import type { Database } from '#platform/database';
import type { BackgroundJobs } from '#platform/queue/jobs';
import { CheckDueHosts } from './check-due-hosts.js';
import type { Hosts } from './hosts.js';

describe('CheckDueHosts', () => {
  it('fails with the first error after all checks have ended', async () => {
    const rows = ['first', 'second', 'third'].map(name => ({ tenantId: 'ten_1', name }));
    const checked: string[] = [];
    const hosts = {
      async check(_tenantId: string, name: string) {
        if (name === 'first') throw new Error('no database');
        await pause(20);
        checked.push(name);
      },
    };
    let run!: () => Promise<void>;
    const jobs = { add: (_name: string, _pauseMs: number, work: typeof run) => (run = work) };
    new CheckDueHosts(
      { query: () => Promise.resolve({ rows }) } as unknown as Database,
      new Clock(),
      hosts as unknown as Hosts,
      jobs as unknown as BackgroundJobs,
    );
    await expect(run()).rejects.toThrow('no database');
    expect(checked).toEqual(['second', 'third']);
  });
});
