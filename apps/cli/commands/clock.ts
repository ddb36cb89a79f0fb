import type { INestApplicationContext } from '@nestjs/common';
import { type Command, Option } from 'commander';
import { businessTime } from '#platform/process/clock';
import { UsageError } from '#platform/http/errors';
import { ClockControl } from '#testcontrol';
import type { ClockChanged, ClockProgress } from '#testcontrol/contract';
import { problemOfDuration } from '#platform/model';
import type { Tenant } from '#tenancy';
import { progress, table } from '../output.js';
import { addTenantCommand, type TenantOptions } from './add-command.js';
import { checked, parseDate } from './option-values.js';

type Reading = Omit<ClockProgress, 'moving_to'>;
type Change = Omit<ClockChanged, 'meta'>;
type ClockRequest = Parameters<ClockControl['change']>[1];

const parseDuration = checked(problemOfDuration);

/** Options of the commands that change the clock. */
interface ChangeOptions extends TenantOptions {
  by?: string;
  to?: Date;
  at?: Date;
  from?: Date;
}

export function define(clock: Command): void {
  addTenantCommand(clock, 'show', {
    description: 'show the time of a tenant',
    run: ({ services, tenant }) => read(services, tenant),
    format: describe,
  });

  addChange(clock, 'advance', {
    description: 'move the clock forward; events that fall due on the way occur in order',
    options: [
      new Option('--by <duration>', 'ISO 8601 duration, for example P1Y, P30D or PT12H').argParser(parseDuration),
      new Option('--to <time>', 'ISO 8601 time, at most 20 years ahead of real time')
        .argParser(parseDate)
        .conflicts('by'),
    ],
    requestOf: ({ by, to }) => (to ? { to: businessTime(to) } : { by: by ?? fail('Add --by or --to.') }),
  });

  addChange(clock, 'freeze', {
    description: 'stop the clock',
    options: [new Option('--at <time>', 'ISO 8601 time (default: the present time of the clock)').argParser(parseDate)],
    requestOf: ({ at }) => ({ mode: 'frozen', ...(at && { now: businessTime(at) }) }),
  });

  addChange(clock, 'run', {
    description: 'let the clock run at the speed of real time',
    options: [
      new Option('--from <time>', 'ISO 8601 time (default: the present time of the clock)').argParser(parseDate),
    ],
    requestOf: ({ from }) => ({ mode: 'running', ...(from && { now: businessTime(from) }) }),
  });

  addChange(clock, 'real', {
    description: 'return to real time; fails if the tenant has data that is dated later',
    requestOf: () => ({ mode: 'real' }),
  });
}

interface ChangeDefinition {
  description: string;
  options?: Option[];
  requestOf(options: ChangeOptions): ClockRequest;
}

/** Adds a command that changes the clock and lists what happened. */
function addChange(clock: Command, name: string, { requestOf, ...definition }: ChangeDefinition): void {
  addTenantCommand<ChangeOptions, Change>(clock, name, {
    ...definition,
    async run({ services, actor, tenant }, options) {
      const request = requestOf(options);
      const changing = services.get(ClockControl).change(tenant, request, { by: actor });
      const { listedEvents, eventCount } = await (options.json ? changing : withProgress(services, tenant, changing));
      return { ...(await read(services, tenant)), happened: listedEvents, more: eventCount - listedEvents.length };
    },
    format: change => `${describe(change)}\n\n${listOf(change)}`,
  });
}

async function read(services: INestApplicationContext, { id }: Tenant): Promise<Reading> {
  const { mode, now, offset_seconds } = await services.get(ClockControl).read(id);
  return { mode, now, offset_seconds };
}

const PROGRESS_MS = 1_000;

/** Shows every second how far a long change has moved the clock. */
async function withProgress<T>(services: INestApplicationContext, { id }: Tenant, changing: Promise<T>): Promise<T> {
  let shown = '';
  const show = async () => {
    const { now, moving_to } = await services.get(ClockControl).read(id);
    if (moving_to === null) return;
    shown = `The clock shows ${now}, moving to ${moving_to}`;
    progress(shown);
  };
  const timer = setInterval(() => void show().catch(() => {}), PROGRESS_MS);
  try {
    return await changing;
  } finally {
    clearInterval(timer);
    if (shown) progress(shown, { isLast: true });
  }
}

function fail(message: string): never {
  throw new UsageError(message);
}

function describe({ mode, now, offset_seconds }: Reading): string {
  if (mode === 'real') return `${now} (real time)`;
  const real = new Date(Date.parse(now) - offset_seconds * 1_000);
  return `${now} (${mode}; real time is ${real.toISOString()})`;
}

function listOf({ happened, more }: Change): string {
  const rows = happened.map(({ at, type, domain }) => ({ time: at, type, domain }));
  return table(rows, 'Nothing fell due.') + (more > 0 ? `\nand ${more} more` : '');
}
