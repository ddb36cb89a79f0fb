import type { Command } from 'commander';
import { defineDeliveries } from './deliveries.js';
import { defineReceivers } from './receivers.js';
import { defineRecover } from './recover.js';
import { defineTest } from './test.js';

export function define(webhooks: Command): void {
  defineReceivers(webhooks);
  defineDeliveries(webhooks);
  defineRecover(webhooks);
  defineTest(webhooks);
}
