import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import type { PathTenant } from '#identity/access';
import type { TryRequest, TryView } from '../contract.js';
import { Tickets } from './tickets.js';

const PATHS: Record<TryRequest['call'], string> = {
  search: '/api/v1/sandbox/domains/search',
  check: '/api/v1/sandbox/domains/check',
  order: '/api/v1/sandbox/domains/order',
  renew: '/api/v1/sandbox/domains/renew',
  checkout: '/api/v1/sandbox/domains/checkout',
  'registrar.search': '/api/v1/registrar/domains/search',
};

/**
 * Makes an API call with a key of the tenant. The call passes the whole request pipeline of this process, including
 * kill switch, limits, permissions, idempotency and request log.
 * @throws KeyNotFound
 */
@Injectable()
export class TryCall {
  constructor(
    private readonly tickets: Tickets,
    private readonly host: HttpAdapterHost,
  ) {}

  async execute(tenant: PathTenant, { key_id, call, body, idempotency_key }: TryRequest): Promise<TryView> {
    const path = PATHS[call];
    const headers = {
      'X-Tenant': tenant.slug,
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(idempotency_key ? { 'X-Idempotency-Key': idempotency_key } : {}),
    };
    const ticket = await this.tickets.issue(tenant.id, key_id);
    const startedAt = performance.now();
    const response = await this.send(path, { ...headers, Authorization: `Bearer ${ticket}` }, body).finally(() =>
      this.tickets.revoke(ticket),
    );
    const durationMs = Math.round((performance.now() - startedAt) * 100) / 100;
    return {
      request: { method: 'POST', path, headers: { Authorization: 'Bearer $NAMEYARD_KEY', ...headers }, body },
      response: {
        status: response.statusCode,
        headers: toStrings(response.headers),
        body: response.json<object>(),
        duration_ms: durationMs,
      },
    };
  }

  private async send(url: string, headers: Record<string, string>, body: object) {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    return fastify.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  }
}

const toStrings = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
