import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, type Metric, Registry } from 'prom-client';
import { VERSION } from '../process/config/installation.js';
import { withTimeout } from '../process/clock/with-timeout.js';

let collected: Metric[] | undefined;

/** Collected once: prom-client cannot remove its garbage collection observer, which keeps the registry in memory. */
const metricsOfProcess = () => (collected ??= collectMetricsOfProcess());

function collectMetricsOfProcess(): Metric[] {
  const register = new Registry();
  collectDefaultMetrics({ register });
  // Gauges with the names of counters. `nodejs_active_resources` has the same information.
  for (const name of ['handles', 'requests', 'resources']) register.removeSingleMetric(`nodejs_active_${name}_total`);
  return register.getMetricsAsArray().map(({ name }) => register.getSingleMetric(name)!);
}

@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'nameyard_http_request_duration_seconds',
    help: 'Time from receiving a request to sending the last byte of its response, without rehearsal faults.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  constructor() {
    for (const metric of metricsOfProcess()) this.registry.registerMetric(metric);
    const labelNames = ['version'];
    new Gauge({
      name: 'nameyard_build_info',
      help: 'Version of Nameyard; the value is always 1.',
      labelNames,
      registers: [this.registry],
    }).set({ version: VERSION }, 1);
  }

  /** Registers a gauge that is read from memory at each scrape. */
  gauge(name: string, help: string, read: () => number): void {
    this.addGauge(name, help, [], gauge => gauge.set(read()));
  }

  /** Registers a gauge that is read from memory at each scrape, with a value for each value of a label. */
  gaugeByLabel(name: string, help: string, label: string, read: () => Iterable<readonly [string, number]>): void {
    this.addGauge(name, help, [label], gauge => setByLabel(gauge, label, read()));
  }

  /** Registers a gauge that is read from a server, at most once a second. It is omitted when reading fails. */
  polledGauge(name: string, help: string, read: () => Promise<number>): void {
    const poll = polled(read);
    this.addGauge(name, help, [], gauge =>
      poll().then(
        value => gauge.set(value),
        () => gauge.remove(), // `reset` would report 0
      ),
    );
  }

  /** Registers a polled gauge with a value for each value of a label. */
  polledGaugeByLabel(
    name: string,
    help: string,
    label: string,
    read: () => Promise<Iterable<readonly [string, number]>>,
  ): void {
    const poll = polled(async () => [...(await read())]);
    this.addGauge(name, help, [label], gauge =>
      poll().then(
        values => setByLabel(gauge, label, values),
        () => gauge.reset(),
      ),
    );
  }

  /**
   * Registers a counter with the values of its labels. It starts at 0 for each of them, because Prometheus does not see an
   * increase in a counter that appears with 1. A second registration returns the first one.
   */
  counter<Label extends string = never>(
    name: string,
    help: string,
    labels = {} as Record<Label, readonly string[]>,
  ): Counter<Label> {
    const known = this.registry.getSingleMetric(name) as Counter<Label> | undefined;
    if (known) return known;
    const counter = new Counter({ name, help, labelNames: keysOf(labels), registers: [this.registry] });
    for (const values of combinationsOf(labels)) counter.inc(values, 0);
    return counter;
  }

  /** Registers a histogram of seconds. A second registration returns the first one. */
  histogram<Label extends string>(name: string, help: string, options: { labelNames: Label[]; buckets: number[] }) {
    const known = this.registry.getSingleMetric(name) as Histogram<Label> | undefined;
    return known ?? new Histogram({ name, help, ...options, registers: [this.registry] });
  }

  /** Registers a counter whose value is kept elsewhere, and read at each scrape. */
  readCounter(name: string, help: string, read: () => number): void {
    new Counter({
      name,
      help,
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(read());
      },
    });
  }

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      if (request.faulted !== undefined) return done();
      const route = request.routeOptions.url ?? 'none';
      this.durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
      done();
    });
  }

  private addGauge(name: string, help: string, labelNames: string[], collect: (gauge: Gauge) => void | Promise<void>) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        return collect(this);
      },
    });
  }
}

const keysOf = <Key extends string>(object: Record<Key, unknown>) => Object.keys(object) as Key[];

/** Each combination of one value per label. */
const combinationsOf = <Label extends string>(labels: Record<Label, readonly string[]>) =>
  keysOf(labels).reduce(
    (rows, label) => rows.flatMap(row => labels[label].map(value => ({ ...row, [label]: value }))),
    [{} as Record<Label, string>],
  );

function setByLabel(gauge: Gauge, label: string, values: Iterable<readonly [string, number]>): void {
  gauge.reset();
  for (const [value, number] of values) gauge.set({ [label]: value }, number);
}

/** Shorter than the timeout of a scrape, which is 10 seconds by default. */
const TIMEOUT_MS = 1_000;

/** Several scrapers, and scrapes at short intervals, share a reading. */
const MAX_AGE_MS = 1_000;

/**
 * Returns a reader that calls `read` at most once a second and never twice at the same time.
 * @throws when `read` fails or takes longer than a second; a slow `read` continues in the background
 */
function polled<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | undefined;
  let expiresAt = Infinity;
  const start = () => {
    expiresAt = Infinity;
    reading = read().finally(() => (expiresAt = performance.now() + MAX_AGE_MS));
    return reading;
  };
  return () => withTimeout(!reading || performance.now() >= expiresAt ? start() : reading, TIMEOUT_MS);
}
