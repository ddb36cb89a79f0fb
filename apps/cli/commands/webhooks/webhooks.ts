import type { Command } from 'commander';
import { addDeliveries } from './deliveries.js';
import { addReceivers } from './receivers.js';
import { addRecover } from './recover.js';
import { addSwitches } from './switches.js';
import { addTest } from './test.js';

export function addWebhooks(program: Command): void {
  const webhooks = program.command('webhooks').description("a tenant's receivers of events, and what was sent to them");
  addReceivers(webhooks);
  addSwitches(webhooks);
  addDeliveries(webhooks);
  addRecover(webhooks);
  addTest(webhooks);
}
