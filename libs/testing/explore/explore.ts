import { setMaxListeners } from 'node:events';
import { NameyardError } from '../../client/index.js';
import { realTime } from '../real-time.js';
import type { World } from '../world.js';
import { possibleOutcomes } from './coverage.js';
import { causeOf } from './customer.js';
import { Exploration } from './exploration.js';
import { freePort } from './free-port.js';
import type { Observation } from './observation.js';
import type { ExploreOptions } from './options.js';
import { allPlans, isExclusive, isPossible, isSingle, type Plan, planOf, type Shop, triples } from './plan.js';
import { play, type Stage } from './play.js';
import type { Report } from './report.js';
import { type ShopProcess, startShop } from './shop-process.js';
import { storyOf } from './story-of.js';
import { choosesYears, stepOf } from './template.js';
import { WebhookProxy } from './webhook-proxy.js';

const MINUTES = 2;
const WORKERS = 8;
/** Requests per minute that each worker needs, for the shop and the driver. The rate limit must not slow the shop down. */
const LIMIT_PER_WORKER = 1_000;
/** Milliseconds at the end of an exploration in which no plan starts, so that the running plans can end in time. */
const LAST_START = 12_000;
/** Patience of the first purchase without faults, in milliseconds: a shop may need time to warm up. */
const PATIENCE = 15_000;
const REMOVE_TIMEOUT = 5_000;

/** The shop cannot be explored: a purchase without faults does not work, no plan was complete in time, or the shop has ended. */
export class ExploreError extends NameyardError {
  static override readonly kind: string = 'ExploreError';
}

/**
 * Finds the bugs of a shop: buys through its HTTP interface while the API fails, and compares what the shop told the
 * customer with the orders in Nameyard.
 * @throws ExploreError if a purchase without faults does not work, no plan was complete in time, the shop ends by itself, or
 * the limit of the key is too low; StartError if the shop does not start; NameyardError if the plan of `replay` cannot be played
 */
export async function explore(world: World, options: ExploreOptions): Promise<Report> {
  checkReplay(options);
  await requireLimit(world, options);
  const { minutes = MINUTES, signal } = options;
  const controller = new AbortController();
  // Every request of a customer listens to the signal; Node.js warns about more than ten listeners.
  setMaxListeners(0, controller.signal);
  const timeoutError = new ExploreError(`A purchase without faults was not complete after ${minutes} minutes.`);
  const onAbort = () => controller.abort(signal?.reason);
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) onAbort();
  const opened = await openStage(world, options, controller.signal);
  void opened.ended?.then(output =>
    controller.abort(new ExploreError(`The shop ended while it was explored. ${output}`)),
  );
  const timer = realTime.setTimeout(() => controller.abort(timeoutError), minutes * 60_000);
  try {
    return await exploreStage(opened.stage, options, timeoutError);
  } finally {
    realTime.clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    await opened.close();
  }
}

/** A plan that cannot happen, or that needs a missing option, would look like a bug of the shop, or like none. */
function checkReplay({ replay, renew, webhooks, run }: ExploreOptions): void {
  if (replay === undefined) return;
  const plan = planOf(replay);
  if (!isPossible(plan)) throw new NameyardError(`The parts of the plan '${replay}' cannot happen together.`);
  const effects = plan.steps.flatMap(({ effect }) => effect ?? []);
  const needed = {
    renew: plan.action.name === 'renew' && renew === undefined,
    webhooks: effects.length > 0 && webhooks === undefined,
    // The webhooks of a shop that already runs cannot be changed, but it can get forged ones.
    run: effects.some(effect => effect !== 'forged') && run === undefined,
  };
  const missing = Object.entries(needed).find(([, isMissing]) => isMissing);
  if (missing) throw new NameyardError(`The plan '${replay}' needs the option ${missing[0]}.`);
}

async function requireLimit({ client }: World, { replay, workers = WORKERS, signal }: ExploreOptions): Promise<void> {
  // A single plan needs few requests.
  if (replay !== undefined) return;
  const { rateLimit } = await client.control.clock.get({ signal }).withResponse();
  const needed = workers * LIMIT_PER_WORKER;
  if (rateLimit === null || rateLimit.limit >= needed) return;
  throw new ExploreError(
    `The key allows ${rateLimit.limit} requests per minute, but ${workers} purchases at the same time need ${needed}. ` +
      'Use a key with a higher limit (`nameyard keys set ID --limit 1000000`), or fewer workers.',
  );
}

async function exploreStage(stage: Stage, options: ExploreOptions, timeoutError: Error): Promise<Report> {
  const { minutes = MINUTES, workers = WORKERS, ignore = [], onProgress = () => undefined } = options;
  const started = realTime.now();
  const duration = minutes * 60_000;
  const deadline = started + duration - Math.min(LAST_START, duration / 4);
  const limits = { deadline, timeoutError, workers, choosesYears: choosesYearsIn(options) };
  const exploration = new Exploration(stage, ignore, limits, onProgress);
  onProgress({ text: 'Buying without faults', done: 0, plans: 0, findings: 0 });
  const shop = await learnShop(stage, options, exploration.count);
  const plans = plansFor(shop, options);
  const early = plans.filter(plan => isSingle(plan) && !isExclusive(plan));
  const alone = plans.filter(isExclusive);
  const late = plans.filter(plan => !isSingle(plan) && !isExclusive(plan));
  await exploration.playAll(early, plans.length);
  await exploration.playAlone(alone, plans.length);
  await exploration.playAll(late, plans.length);
  const left = plans.length - exploration.results.length;
  // An exploration without plans must not look as if the shop had no bugs.
  if (left === plans.length && exploration.findings.length === 0)
    throw new ExploreError(`No plan was complete after ${minutes} minutes. Increase \`minutes\`.`);
  if (options.replay === undefined && !options.singles) await exploration.playAll(triples(shop), plans.length);
  const possible = possibleOutcomes(shop.canRenew);
  return {
    nameyard: await versionOf(stage.world),
    world: stage.world.tenant,
    started_at: new Date(started).toISOString(),
    duration: realTime.now() - started,
    scenarios: exploration.scenarios,
    findings: exploration.findings,
    not_reproduced: exploration.notReproduced,
    plans: exploration.results,
    left,
    coverage: {
      met: possible.filter(outcome => exploration.outcomes.has(outcome)),
      never_met: possible.filter(outcome => !exploration.outcomes.has(outcome)),
    },
  };
}

const choosesYearsIn = ({ buy, renew }: Pick<ExploreOptions, 'buy' | 'renew'>): Shop['choosesYears'] => ({
  buy: choosesYears(buy),
  renew: renew !== undefined && choosesYears(renew),
});

function plansFor(shop: Shop, { replay, singles = false }: ExploreOptions): Plan[] {
  if (replay !== undefined) return [planOf(replay)];
  return allPlans(shop).filter(plan => !singles || isSingle(plan));
}

/** Buys and renews without faults, to learn which operations the shop calls. */
async function learnShop(
  stage: Stage,
  { buy, renew }: ExploreOptions,
  count: (observation: Observation) => void,
): Promise<Shop> {
  const operations = new Set<string>();
  for (const id of renew === undefined ? ['buy'] : ['buy', 'renew']) {
    const observation = await play(planOf(id), stage, { patience: PATIENCE });
    count(observation);
    requireSuccess(observation);
    if (stage.state && observation.state === undefined) await requireState(observation);
    for (const { operation } of observation.truth.requests) operations.add(operation!);
    // A facade orders and pays in one request. The journal has only the last operation of a request.
    operations.add(observation.plan.action.name === 'renew' ? 'renew' : 'order');
  }
  return {
    canRenew: renew !== undefined,
    canReceive: step => stage.proxy !== undefined && (stage.canAlter || step === 'webhook:forged'),
    choosesYears: choosesYearsIn({ buy, renew }),
    operations,
  };
}

function requireSuccess(observation: Observation): void {
  const { plan, verdict, truth, purchase } = observation;
  const kind = plan.action.name === 'renew' ? 'renewal' : 'registration';
  const order = truth.orders.find(candidate => candidate.kind === kind);
  if (verdict === 'yes' && order?.domain_status === 'registered') return;
  const story = storyOf(observation).map(({ from, text }) => `  ${from}: ${text}`);
  const problem = verdict === 'yes' ? 'The shop said yes, but the order is not registered' : 'The shop did not say yes';
  throw new ExploreError(
    [
      `A ${kind} without faults does not work, so there is nothing to explore. ${problem}.`,
      `What was tried, for ${purchase.domain}:`,
      ...(story.length > 0 ? story : ['  no request reached Nameyard']),
    ].join('\n'),
  );
}

/** Asks again, to report why a state is missing. */
async function requireState({ shop, purchase }: Observation): Promise<void> {
  try {
    await shop.ask();
  } catch (error) {
    throw new ExploreError(`The state of ${purchase.domain} could not be read: ${causeOf(error)}.`, { cause: error });
  }
}

async function openStage(
  world: World,
  options: ExploreOptions,
  signal: AbortSignal,
): Promise<{ stage: Stage; ended: Promise<string> | undefined; close(): Promise<void> }> {
  const { buy, renew, state, run, webhooks } = options;
  const steps = {
    buy: stepOf('buy', buy),
    renew: renew === undefined ? undefined : stepOf('renew', renew),
    state: state === undefined ? undefined : stepOf('state', state),
  };
  const proxy = webhooks === undefined ? undefined : await WebhookProxy.start();
  let shopProcess: ShopProcess | undefined;
  let receiver: string | undefined;
  const close = async () => {
    await shopProcess?.stop();
    if (receiver !== undefined) await removeReceiver(world, receiver);
    proxy?.close();
  };
  try {
    const shop = await addressOf(options);
    if (proxy) proxy.target = new URL(webhooks!, shop);
    const canAlter = proxy !== undefined && run !== undefined;
    if (canAlter)
      ({ id: receiver, secret: proxy.secret } = await world.client.control.receivers.add({ url: proxy.url }));
    if (run !== undefined) shopProcess = await startShop(processOptions(world, shop, proxy?.secret, options));
    const stage = { world, shop, ...steps, proxy, canAlter, receiver, signal };
    return { stage, ended: shopProcess?.ended, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A world has a maximum number of receivers. The world may have ended, or the server stopped. */
async function removeReceiver({ client }: World, id: string): Promise<void> {
  await client.control.receivers.remove(id, { timeout: REMOVE_TIMEOUT, maxRetries: 0 }).catch(() => undefined);
}

async function addressOf({ shop, run }: ExploreOptions): Promise<string> {
  if (shop !== undefined) return shop;
  // Without `shop` and `run`, the steps are functions that know the address of the shop.
  if (run === undefined) return 'http://127.0.0.1';
  return `http://127.0.0.1:${await freePort()}`;
}

const processOptions = (world: World, shop: string, secret: string | undefined, { run, signal }: ExploreOptions) => ({
  run: run!,
  host: new URL(shop).hostname.replace(/^\[(.*)\]$/, '$1'),
  port: Number(new URL(shop).port || 80),
  env: {
    NAMEYARD_URL: world.baseUrl,
    NAMEYARD_TENANT: world.tenant,
    NAMEYARD_KEY: world.apiKey,
    WEBHOOK_SECRET: secret ?? `whsec_${Buffer.alloc(32).toString('base64')}`,
  },
  signal,
});

/** A proxy in front of the server may not forward the documentation. */
async function versionOf({ baseUrl }: World): Promise<string> {
  try {
    const response = await fetch(new URL('/docs/openapi.json', baseUrl));
    const { info } = (await response.json()) as { info: { version: string } };
    return info.version;
  } catch {
    return 'unknown';
  }
}
