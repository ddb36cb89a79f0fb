import { Injectable, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';

export interface SeenRoute {
  method: string;
  url: string;
  access: unknown;
}

/** Notes every route that the service registers. */
@Injectable()
export class SeenRoutes {
  readonly routes: SeenRoute[] = [];

  constructor(host: HttpAdapterHost) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRoute', ({ method, url, config }) => {
      for (const each of [method].flat()) this.routes.push({ method: each, url, access: config?.access });
    });
  }
}

@Module({ providers: [SeenRoutes] })
export class SeenRoutesModule {}
