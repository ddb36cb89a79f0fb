import { Inject, Injectable } from '@nestjs/common';
import { Database, withClient } from '#platform/database';
import { directUrlOf, type Settings, SETTINGS } from '#platform/process/config';
import { askProcesses } from '#platform/process/reports';
import { CIRCUIT_STATES, type LiveState, type RegistrarStatusView } from './contract.js';
import { KillSwitch } from './kill-switch.js';
import type { Difference } from './model/differences.js';
import { Reconciliations } from './reconciliations.js';
import type { RegistrarReport } from './registrar-calls.js';
import { countByState } from './storage/orders.js';

/** Key of `RegistrarReport` in the reports of processes. */
export const REGISTRAR_PART = 'registrar';

type Status = Omit<RegistrarStatusView, 'differences'> & { differences: Difference[] | null };

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
    return {
      driver: reports[0]?.driver ?? 'none',
      url: reports[0]?.url ?? null,
      account: reports[0]?.account ?? null,
      switch: (await this.killSwitch.state()).on ? 'on' : 'off',
      circuit: CIRCUIT_STATES.findLast(state => reports.some(({ circuit }) => circuit === state)) ?? null,
      calls_left: reports.length > 0 ? Math.min(...reports.map(({ callsLeft }) => callsLeft)) : null,
      orders: Object.fromEntries(await countByState(this.database)) as Record<LiveState, number>,
      differences: await this.reconciliations.latest(),
    };
  }

  private askProcesses(): Promise<RegistrarReport[]> {
    return withClient(directUrlOf(this.settings), async client => {
      const { reports } = await askProcesses(client);
      return reports.flatMap(({ parts }) => (parts?.[REGISTRAR_PART] as RegistrarReport | undefined) ?? []);
    });
  }
}
