import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../database/errors.js';
import { LOGGER, type Logger } from '../../observability/log/logger.js';

/** Repeats `work`, which never rejects, with a pause before each run. Runs never overlap. */
export class BackgroundJob {
  /** False once the process is shutting down; long runs then end early. */
  running = false;
  private pause = new AbortController();
  private loop = Promise.resolve();

  constructor(
    private readonly pauseMs: () => number,
    private readonly work: () => Promise<void>,
  ) {}

  start(): void {
    this.running = true;
    this.loop = this.repeat();
  }

  /** Skips the pause. During a run, requests another run right after it. */
  wake(): void {
    if (this.running) this.pause.abort();
  }

  /** Resolves when the current run has finished. */
  async stop(): Promise<void> {
    this.wake();
    this.running = false;
    await this.loop;
  }

  private async repeat(): Promise<void> {
    for (;;) {
      await sleep(this.pauseMs(), undefined, { signal: this.pause.signal }).catch(() => {});
      if (!this.running) return;
      this.pause = new AbortController();
      await this.work();
    }
  }
}

/** Runs the background jobs of the process, from its start until its shutdown. */
@Injectable()
export class BackgroundJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly jobs: BackgroundJob[] = [];

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /**
   * Adds a job: repeats `work` with a pause before each run, even when a run fails. An error is logged when it first occurs,
   * and not at all when PostgreSQL is not available, which `Notifications` reports.
   * @param name of the job in the log, for example `cleanup`
   * @param pauseMs in milliseconds, or a function that returns each pause
   */
  add(name: string, pauseMs: number | (() => number), work: () => Promise<unknown>): BackgroundJob {
    let lastProblem: string | undefined;
    const job = new BackgroundJob(typeof pauseMs === 'number' ? () => pauseMs : pauseMs, async () => {
      try {
        await work();
        lastProblem = undefined;
      } catch (error) {
        const problem = String(error);
        if (!isDatabaseUnavailable(error) && problem !== lastProblem)
          this.logger.error({ err: error }, `${name} failed`);
        lastProblem = problem;
      }
    });
    this.jobs.push(job);
    return job;
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs) job.start();
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.jobs.map(job => job.stop()));
  }
}
