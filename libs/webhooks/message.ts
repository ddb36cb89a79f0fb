import type { RegistrationFacts } from '#domains/contract';
import { amountOf } from '#domains/contract';
import type { DomainRegisteredMessage, TestMessage } from './contract.js';

/** The body that every receiver gets, byte for byte, at every attempt. */
export function registeredBody(facts: RegistrationFacts, at: Date): string {
  const { order_id, domain, tld, years, registered_at, expires_at, owner_email, tenant } = facts;
  const message: DomainRegisteredMessage = {
    type: 'domain.registered',
    timestamp: at.toISOString(),
    data: {
      order_id,
      domain,
      tld,
      years,
      status: 'registered',
      registered_at: new Date(registered_at).toISOString(),
      expires_at: new Date(expires_at).toISOString(),
      amount: amountOf(facts),
      owner: { email: owner_email },
      tenant,
    },
  };
  return JSON.stringify(message);
}

export function testBody(receiver: { id: string }, tenant: string, at: Date): string {
  const message: TestMessage = {
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { receiver_id: receiver.id, message: 'This is a test; nothing was registered.', tenant },
  };
  return JSON.stringify(message);
}
