import { Injectable, Module } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { accessOf } from '#identity/access';

export interface RecordedRoute {
  method: string;
  url: string;
  access: unknown;
}

/** Records every route of the installation's own hosts. Routes of storefronts have a constraint. */
@Injectable()
export class RouteRecorder {
  readonly routes: RecordedRoute[] = [];

  constructor(host: HttpAdapterHost) {
    const fastify = host.httpAdapter.getInstance<FastifyInstance>();
    fastify.addHook('onRoute', ({ method, url, config, constraints }) => {
      if (constraints?.['storefront']) return;
      for (const each of [method].flat()) this.routes.push({ method: each, url, access: accessOf(config) });
    });
  }
}

@Module({ providers: [RouteRecorder] })
export class RouteRecorderModule {}
