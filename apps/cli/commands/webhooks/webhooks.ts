import type { Command } from 'commander';
import { addDeliveries } from './deliveries.js';
import { addReceivers } from './receivers.js';
import { addRecover } from './recover.js';
import { addSwitches } from './switches.js';
import { addTest } from './test.js';

export function define(webhooks: Command): void {
  addReceivers(webhooks);
  addSwitches(webhooks);
  addDeliveries(webhooks);
  addRecover(webhooks);
  addTest(webhooks);
}
