import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { type Command, CommanderError, Option } from 'commander';
import { People } from '#identity';
import {
  countKept,
  exportTenant,
  type ImportedTenant,
  importTenant,
  removeTenant,
  type RowCounts,
} from '#platform/database/backup';
import { Database, withClient } from '#platform/database';
import { UsageError } from '#platform/http/errors';
import { type Actor, audit } from '#platform/security/audit';
import { Clock } from '#platform/process/clock';
import { type Settings, SETTINGS, slug as slugParser } from '#platform/process/config';
import { Secrets } from '#platform/security/secrets';
import { type Tenant, TemporaryTenants, Tenants } from '#tenancy';
import { Deliveries } from '#webhooks';
import { storages } from '../../storage.js';
import { count, notice, progress } from '../output.js';
import { readPassphrase } from '../passphrase.js';
import { INTERRUPTED, withStopSignal } from '../stop-signal.js';
import { addCommand, type CommonOptions, type Context, required } from './add-command.js';
import { checked } from './option-values.js';

/** Time after a suspension until admitted requests have finished and their log entries are written. */
const GRACE_MS = 5_000;

const parseSlug = checked(value =>
  slugParser.parse(String(value)) === undefined ? `must be ${slugParser.expected}` : undefined,
);

const onProgress = (rows: number) => progress(`${rows} rows`);

/** Returns a progress callback that ends an export with an error after Ctrl-C. */
const continueUntil = (stop: AbortSignal) => (rows: number) => {
  stop.throwIfAborted();
  onProgress(rows);
};

export function define(tenants: Command): void {
  addCommand(tenants, 'export', {
    description: 'write the data of a tenant into one encrypted file; the service can keep running',
    argument: ['<slug>', 'slug of the tenant'],
    options: [
      required('--output <file>', 'file to write; it must not exist'),
      new Option('--history', 'also export the request log, its bodies and counts, and the audit log'),
      new Option('--suspend', 'first suspend the tenant and stop its deliveries, to move it to another installation'),
    ],
    async run(context, options: ExportOptions) {
      const passphrase = await readPassphrase(environmentOf(context.services).settings);
      return withStopSignal(stop => exportTo(context, { ...options, passphrase }, stop));
    },
    format: ({ tenant, file, rows, worlds, suspended }) =>
      `Wrote ${count(rows, 'row')} of the tenant ${tenant} and ${count(worlds, 'world')} to ${file}.${suspended ? ' The tenant is suspended here.' : ''}`,
  });

  addCommand(tenants, 'import', {
    description: 'add the tenant of a file from `tenants export`; the service can keep running',
    argument: ['<file>', 'file to read'],
    options: [new Option('--slug <slug>', 'new slug (default: as exported)').argParser(parseSlug)],
    async run({ services, actor, argument: path }, { slug }: CommonOptions & { slug?: string }) {
      const { settings, url, secrets } = environmentOf(services);
      const passphrase = await readPassphrase(settings);
      const people = { added: [] as string[], created: [] as string[] };
      const imported = await importTenant(
        { url, storages, path, passphrase, secrets, slug, onProgress },
        async made => {
          for (const person of made.people) people[await grant(services, person, made.slug, actor)].push(person.email);
          const change = {
            tenantId: made.id,
            action: 'tenant.import',
            subject: made.id,
            after: { slug: made.slug, rows: made.rows },
          };
          await audit(services.get(Database), actor, change, services.get(Clock).now());
        },
      );
      progress(`${imported.rows} rows`, { isLast: true });
      return { tenant: imported.slug, id: imported.id, rows: imported.rows, worlds: imported.worlds, people };
    },
    format: ({ tenant, rows, worlds, people }) =>
      [
        `Imported ${count(rows, 'row')} of the tenant ${tenant} and ${count(worlds, 'world')}.`,
        ...(people.added.length > 0 ? [`These accounts can now see it: ${people.added.join(', ')}.`] : []),
        ...(people.created.length > 0
          ? [`Send links to these new accounts (nameyard users reset-link): ${people.created.join(', ')}.`]
          : []),
      ].join('\n'),
  });

  addCommand(tenants, 'remove', {
    description:
      'delete everything of a suspended tenant, except its entries in the audit log, and its credit, orders and domains at the live registrar',
    argument: ['<slug>', 'slug of the tenant'],
    options: [new Option('--receipt', 'print the numbers of deleted and kept rows by table, as one JSON value')],
    async run({ services, actor, argument: slug }, _options: RemoveOptions) {
      const tenant = await permanentTenant(services, slug);
      if (!tenant.suspendedAt)
        throw new UsageError(
          `The tenant ${slug} is not suspended. Suspend it in the portal, or export it with --suspend.`,
        );
      const clock = services.get(Clock);
      await sleep(Math.max(0, tenant.suspendedAt.getTime() + GRACE_MS - clock.millis()));
      const ids = await idsOf(services, tenant);
      return withClient(environmentOf(services).url, async client => {
        const rows = await removeTenant(client, storages, ids);
        const at = clock.now();
        const receipt = {
          tenant: slug,
          id: tenant.id,
          worlds: ids.length - 1,
          removed_at: at.toISOString(),
          rows: onlyPositive(rows),
          kept: onlyPositive(await countKept(client, storages, ids)),
        };
        await audit(
          client,
          actor,
          { action: 'tenant.remove', subject: tenant.id, before: { slug }, after: receipt },
          at,
        );
        return receipt;
      });
    },
    format: (receipt, { receipt: isWanted }) =>
      isWanted
        ? JSON.stringify(receipt, null, 2)
        : `Removed ${count(sum(receipt.rows), 'row')} of the tenant ${receipt.tenant} and ${count(receipt.worlds, 'world')}.`,
  });
}

/** Writes the file. After a failure or Ctrl-C, a tenant that was suspended for the export is resumed. */
async function exportTo(
  { services, actor, argument: slug }: Context,
  { output, passphrase, history = false, suspend = false }: ExportOptions & { passphrase: string },
  stop: AbortSignal,
) {
  const { url, secrets } = environmentOf(services);
  const tenant = await permanentTenant(services, slug);
  const isSuspendedForExport = suspend && tenant.suspendedAt === null;
  if (isSuspendedForExport) await services.get(Tenants).change(slug, { suspended: true }, actor);
  try {
    if (suspend) await services.get(Deliveries).hold(await idsOf(services, tenant), stop);
    const options = {
      url,
      storages,
      path: output,
      passphrase,
      secrets,
      slug,
      history,
      isSuspendedForExport,
      onProgress: continueUntil(stop),
    };
    const { rows, worlds } = await exportTenant(options);
    progress(`${rows} rows`, { isLast: true });
    const change = { tenantId: tenant.id, action: 'tenant.export', subject: tenant.id, after: { rows, history } };
    await audit(services.get(Database), actor, change, services.get(Clock).now());
    return { tenant: slug, file: output, rows, worlds, suspended: suspend || tenant.suspendedAt !== null };
  } catch (error) {
    if (isSuspendedForExport) await services.get(Tenants).change(slug, { suspended: false }, actor);
    if (!stop.aborted || (error as Error).name !== 'AbortError') throw error;
    notice(`Interrupted; nothing was exported.${isSuspendedForExport ? ` The tenant ${slug} is resumed.` : ''}`);
    throw new CommanderError(INTERRUPTED, 'interrupted', '');
  }
}

type ExportOptions = CommonOptions & { output: string; history?: boolean; suspend?: boolean };
type RemoveOptions = CommonOptions & { receipt?: boolean };

const sum = (rows: RowCounts): number => Object.values(rows).reduce((total, number) => total + number, 0);

const onlyPositive = (rows: RowCounts): RowCounts =>
  Object.fromEntries(Object.entries(rows).filter(([, number]) => number > 0));

function environmentOf(services: INestApplicationContext) {
  const settings = services.get<Settings>(SETTINGS);
  return { settings, url: settings.databaseUrl!, secrets: services.get(Secrets) };
}

/** @throws TenantNotFound · UsageError for a world */
async function permanentTenant(services: INestApplicationContext, slug: string): Promise<Tenant> {
  const tenant = await services.get(Tenants).getBySlug(slug);
  if (tenant.parentId === null) return tenant;
  throw new UsageError(`${slug} is a world; name the tenant that it belongs to.`);
}

/** The tenant, followed by its worlds. */
const idsOf = async (services: INestApplicationContext, { id }: Tenant): Promise<string[]> => [
  id,
  ...(await services.get(TemporaryTenants).list(id)).map(world => world.id),
];

/** Grants a developer access to a tenant. Creates a missing account, with an unknown password. */
async function grant(
  services: INestApplicationContext,
  { email, owners_masked }: ImportedTenant['people'][number],
  slug: string,
  actor: Actor,
): Promise<'added' | 'created'> {
  const people = services.get(People);
  const known = (await people.list()).find(person => person.email === email);
  if (known?.role === 'developer')
    await people.change(known.id, { tenants: [...known.tenants.map(tenant => tenant.slug), slug] }, actor);
  else if (!known) await people.create({ email, role: 'developer', tenants: [slug], owners_masked }, actor);
  return known ? 'added' : 'created';
}
