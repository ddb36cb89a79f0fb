import { Inject, Injectable } from '@nestjs/common';
import { Database, withClient } from '#platform/database';
import { directUrlOf, type Settings, SETTINGS } from '#platform/process/config';
import { askProcesses } from '#platform/process/reports';
import { LIVE_STATES, type LiveState } from './contract.js';
import { KillSwitch } from './kill-switch.js';
import type { Difference } from './model/differences.js';
import { Reconciliations } from './reconciliations.js';
import type { RegistrarReport } from './registrar-calls.js';
import { countByState } from './storage/orders.js';

/** Key of `RegistrarReport` in the reports of processes. */
export const REGISTRAR_PART = 'registrar';

/** Time to wait for reports of processes: longer than the heartbeat interval, short enough for people who wait. */
const REPORT_TIMEOUT_MS = 2_500;

const CIRCUITS = ['closed', 'half_open', 'open'] as const;

interface Status {
  driver: string;
  /** `url`, `account`, `circuit` and `calls_left` are null while no process with a registrar runs. */
  url: string | null;
  account: number | null;
  switch: 'on' | 'off';
  /** The worst circuit of all processes. */
  circuit: RegistrarReport['circuit'] | null;
  /** Calls left in this minute under the rate limit. */
  calls_left: number | null;
  orders: Record<LiveState, number>;
  /** Differences that the latest reconciliation found; null before the first one. */
  differences: Difference[] | null;
}

/** The connection to the registrar, as the running processes see it, and the orders. */
@Injectable()
export class RegistrarStatus {
  constructor(
    private readonly database: Database,
    private readonly killSwitch: KillSwitch,
    private readonly reconciliations: Reconciliations,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(): Promise<Status> {
    const reports = await this.askProcesses();
    const counts = new Map((await countByState.run(this.database, {})).map(({ state, count }) => [state, count]));
    return {
      driver: reports[0]?.driver ?? 'none',
      url: reports[0]?.url ?? null,
      account: reports[0]?.account ?? null,
      switch: (await this.killSwitch.state()).on ? 'on' : 'off',
      circuit: CIRCUITS.findLast(circuit => reports.some(report => report.circuit === circuit)) ?? null,
      calls_left: reports.length > 0 ? Math.min(...reports.map(({ callsLeft }) => callsLeft)) : null,
      orders: Object.fromEntries(LIVE_STATES.map(state => [state, counts.get(state) ?? 0])) as Status['orders'],
      differences: await this.reconciliations.latest(),
    };
  }

  private askProcesses(): Promise<RegistrarReport[]> {
    return withClient(directUrlOf(this.settings), async client => {
      const { reports } = await askProcesses(client, REPORT_TIMEOUT_MS);
      return reports.flatMap(({ parts }) => (parts?.[REGISTRAR_PART] as RegistrarReport | undefined) ?? []);
    });
  }
}
