import { once } from 'node:events';
import { createServer } from 'node:net';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { hostName, readSettings, type Settings } from '#platform/process/config';
import { startEmbeddedPostgres } from '#platform/database/embedded';
import { UsageError } from '#platform/http/errors';
import { type Address, listenError } from '../../listen.js';
import { parseInteger } from '../commands/option-values.js';
import { checkBootstrap } from '../check-bootstrap.js';
import { reportError } from '../output.js';
import { watchForStopRequest } from './stop-request.js';

export interface StartOptions {
  json?: boolean;
  /** Path of the folder for temporary data; true for a new folder. */
  temporary?: string | true;
  stopWithStdin?: boolean;
  tls?: boolean;
  tlsPort?: number;
  tlsName: string[];
}

const DEFAULT_TLS_PORT = 3443;

export function define(command: Command): void {
  command
    .option(
      '--json',
      'print one line of JSON when it is ready, instead of addresses and examples; log to standard error',
    )
    .option(
      '--temporary [folder]',
      'keep the data in a new folder (default: a temporary one) instead of DATA_DIR, and remove it when it stops',
    )
    .option('--stop-with-stdin', 'stop when standard input ends, for example because the parent process was killed')
    .option('--tls', 'also listen on HTTPS, with a certificate of a local CA in DATA_DIR/tls')
    .addOption(
      new Option('--tls-port <port>', `port of HTTPS (default: TLS_PORT, or ${DEFAULT_TLS_PORT})`)
        .argParser(parseInteger(0, 65_535))
        .implies({ tls: true }),
    )
    .addOption(
      new Option('--tls-name <host>', 'another name in the certificate, as often as needed; also TLS_NAMES')
        .argParser((host, others: string[]) => [...others, parseHost(host)])
        .default([], 'none'),
    )
    .action(start);
}

/** Loads almost the whole service, while PostgreSQL starts. */
const loadServe = () => import('./serve.js');

/** Starts API and worker in this process and, without DATABASE_URL, an embedded PostgreSQL. */
async function start(options: StartOptions): Promise<void> {
  const stopRequest = watchForStopRequest(options);
  const configured = withTls(readSettings(process.env), options);
  for (const warning of configured.warnings) process.stderr.write(`${warning}\n`);
  await checkBootstrap(configured);
  if (options.temporary && configured.databaseUrl)
    throw new UsageError('--temporary requires the embedded PostgreSQL; unset DATABASE_URL.');
  await requireFreePort(configured);
  if (configured.tlsPort !== undefined)
    await requireFreePort({ ...configured, port: configured.tlsPort, setting: 'TLS_PORT' });
  const { metricsHost, metricsPort } = configured;
  if (metricsPort !== undefined)
    await requireFreePort({
      host: metricsHost,
      port: metricsPort,
      setting: 'METRICS_PORT',
      hostSetting: 'METRICS_HOST',
    });
  const { temporary } = options;
  const settings = temporary ? { ...configured, dataDir: await createTemporaryFolder(temporary) } : configured;
  const embedded = settings.databaseUrl ? undefined : await startDatabase(settings, Boolean(temporary));
  try {
    const { serve } = await loadServe();
    const databaseUrl = settings.databaseUrl ?? embedded?.url;
    await serve({ ...settings, databaseUrl }, { embedded, stopRequest, options });
  } catch (error) {
    await embedded?.stop();
    reportError(error);
    // Connections and timers of the incomplete service would keep the process alive.
    process.exit();
  }
}

const startDatabase = ({ dataDir }: Settings, isTemporary: boolean) =>
  startEmbeddedPostgres({
    dataDir,
    isTemporary,
    onLog: line => process.stderr.write(`${line}\n`),
    // An error is thrown again where the result is awaited.
    onSpawn: () => void loadServe().catch(() => {}),
  });

function withTls(settings: Settings, { tls, tlsPort, tlsName }: StartOptions): Settings {
  const port = tlsPort ?? settings.tlsPort ?? (tls ? DEFAULT_TLS_PORT : undefined);
  return { ...settings, tlsPort: port, tlsNames: [...settings.tlsNames, ...tlsName] };
}

function parseHost(text: string): string {
  const name = hostName.parse(text);
  if (name === undefined) throw new InvalidArgumentError(`It must be ${hostName.expected}.`);
  return name;
}

/** Checks a port before anything is started. */
async function requireFreePort(address: Address): Promise<void> {
  const probe = createServer().listen(address.port, address.host);
  await once(probe, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, address);
  });
  await once(probe.close(), 'close');
}

/**
 * Creates a folder that is removed when the process exits.
 * @param requested path of the folder, or true for a new one in the system's folder for temporary files
 */
async function createTemporaryFolder(requested: string | true): Promise<string> {
  const folder = requested === true ? await mkdtemp(join(tmpdir(), 'nameyard-data-')) : await create(requested);
  process.once('exit', () => remove(folder));
  return folder;
}

/** Never uses an existing folder, whose files would be removed. */
async function create(folder: string): Promise<string> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `--temporary cannot create the folder ${folder}: ${code}. It must not exist, its parent must.`,
    );
  }
  return resolve(folder);
}

function remove(folder: string): void {
  try {
    // A PostgreSQL that was not stopped may still write.
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  } catch (error) {
    process.stderr.write(`The temporary data could not be removed: ${(error as Error).message}\n`);
  }
}
