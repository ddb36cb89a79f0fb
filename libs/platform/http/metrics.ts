import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Metrics of the process for Prometheus. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();
  private readonly answers = new Histogram({
    name: 'nameyard_http_request_duration_seconds',
    help: 'Time from receiving a request to sending the last byte of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Registers a gauge that is read at each scrape, and omitted when reading fails. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void {
    this.addGauge(name, help, [], async gauge => gauge.set(await read()));
  }

  /** Registers a gauge with a value for each value of a label. */
  gaugeByLabel(name: string, help: string, label: string, read: () => Promise<Map<string, number>>): void {
    this.addGauge(name, help, [label], async gauge => {
      const values = await read();
      gauge.reset();
      for (const [value, number] of values) gauge.set({ [label]: value }, number);
    });
  }

  private addGauge(name: string, help: string, labelNames: string[], read: (gauge: Gauge) => Promise<void>): void {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        return read(this).catch(() => this.reset());
      },
    });
  }

  /** Registers a counter. */
  counter<Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  observe(fastify: FastifyInstance): void {
    fastify.addHook('onResponse', (request, reply, done) => {
      if (request.faulted !== undefined) return done();
      const route = request.routeOptions.url ?? 'none';
      this.answers.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
      done();
    });
  }
}
