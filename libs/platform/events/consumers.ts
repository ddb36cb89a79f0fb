import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type EventHandler, ON_EVENT, type Subscription } from './on-event.js';

export interface Consumer {
  name: string;
  handle: EventHandler<object>;
}

/** All methods with `@OnEvent`, by event type. */
@Injectable()
export class Consumers implements OnModuleInit {
  private readonly byType = new Map<string, Consumer[]>();
  private readonly names = new Set<string>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  of(type: string): Consumer[] {
    return this.byType.get(type) ?? [];
  }

  onModuleInit() {
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance))) {
        const method = (instance as Record<string, EventHandler<object>>)[name];
        const subscription = method && this.reflector.get<Subscription | undefined>(ON_EVENT, method);
        if (method && subscription) this.add(subscription, method.bind(instance));
      }
    }
  }

  private add({ types, consumer }: Subscription, handle: EventHandler<object>) {
    if (this.names.has(consumer)) throw new Error(`Two consumers have the name "${consumer}"; names must be unique.`);
    this.names.add(consumer);
    for (const type of types) this.byType.set(type, [...this.of(type), { name: consumer, handle }]);
  }
}
