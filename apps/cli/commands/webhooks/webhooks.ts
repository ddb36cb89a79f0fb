import type { Command } from 'commander';
import { defineDeliveries, defineRecover, defineTest } from './deliveries.js';
import { defineReceivers } from './receivers.js';

export function define(webhooks: Command): void {
  defineReceivers(webhooks);
  defineDeliveries(webhooks);
  defineRecover(webhooks);
  defineTest(webhooks);
}
