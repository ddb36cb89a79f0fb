import { Controller, Post } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyInstance } from 'fastify';
import { ForTenant, type PathTenant, CurrentTenant } from '#identity/access';
import { ValidBody } from '#platform/http';
import { ApiAnswer, Refuses } from '#platform/http/openapi';
import { TryRequest, TryView } from '../contract.js';
import { KeyNotFound } from '../model/errors.js';
import { Tickets } from './tickets.js';

const PATHS: Record<TryRequest['call'], string> = {
  search: '/api/v1/sandbox/domains/search',
  check: '/api/v1/sandbox/domains/check',
  order: '/api/v1/sandbox/domains/order',
  renew: '/api/v1/sandbox/domains/renew',
  checkout: '/api/v1/sandbox/domains/checkout',
  'registrar.search': '/api/v1/registrar/domains/search',
};

@ApiTags('Try it')
@Controller('portal/api/tenants/:tenant/try')
export class TryPortalController {
  constructor(
    private readonly tickets: Tickets,
    private readonly host: HttpAdapterHost,
  ) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Make an API call with a key of the tenant',
    description:
      'Makes the call and returns its request and response. The call counts against the limit of the key and is logged.',
  })
  @ApiAnswer(200, TryView, "The request and the API's response, which can have any status.")
  @Refuses(KeyNotFound)
  async tryCall(
    @CurrentTenant() tenant: PathTenant,
    @ValidBody() { key_id, call, body, idempotency_key }: TryRequest,
  ): Promise<TryView> {
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

  /** The call passes the whole request pipeline of this process, including kill switch, limits, permissions, idempotency and request log. */
  private async send(url: string, headers: Record<string, string>, body: object) {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    return fastify.inject({ method: 'POST', url, headers, payload: JSON.stringify(body) });
  }
}

const toStrings = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
