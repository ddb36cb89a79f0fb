import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type EventHandler, ON_EVENT, type Subscription } from './on-event.js';

export interface Consumer {
  name: string;
  types: string[];
  handle: EventHandler;
}

/** All methods with `@OnEvent`. */
@Injectable()
export class Consumers implements OnModuleInit {
  private readonly byName = new Map<string, Consumer>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  get names(): string[] {
    return [...this.byName.keys()];
  }

  get(name: string): Consumer {
    return this.byName.get(name)!;
  }

  onModuleInit() {
    for (const { instance } of this.discovery.getProviders()) {
      if (!instance || typeof instance !== 'object') continue;
      for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(instance))) {
        const method = (instance as Record<string, EventHandler>)[name];
        const subscription = method && this.reflector.get<Subscription | undefined>(ON_EVENT, method);
        if (!method || !subscription) continue;
        const { consumer, types } = subscription;
        if (this.byName.has(consumer))
          throw new Error(`Two consumers have the name "${consumer}"; names must be unique.`);
        this.byName.set(consumer, { name: consumer, types, handle: method.bind(instance) });
      }
    }
  }
}
