import type { CountingReceiver } from './receiver.js';

/** How often each paid order occurs in the tables, and at the receiver. */
export interface Ledger {
  paid: number;
  registered: number;
  announced: number;
  delivered: number;
  /** Distinct orders that the receiver was told of. */
  received: number;
  /** Messages beyond the first of an event; delivery is at least once. */
  repeated: number;
}

/** An installation whose tables can be read. */
interface Readable {
  /** The first column of each row. */
  query(sql: string): Promise<string[]>;
}

export async function readLedger(installation: Readable, receiver: CountingReceiver): Promise<Ledger> {
  const count = async (sql: string) => Number((await installation.query(`SELECT count(*) FROM ${sql}`))[0]);
  const [paid, registered, announced, delivered] = await Promise.all([
    count(`orders.orders WHERE status = 'paid'`),
    count('domains.registrations'),
    count(`platform.events WHERE type = 'domain.registered'`),
    count(`webhooks.deliveries WHERE state = 'delivered'`),
  ]);
  const messages = [...receiver.messages.values()].reduce((sum, number) => sum + number, 0);
  return {
    paid: paid!,
    registered: registered!,
    announced: announced!,
    delivered: delivered!,
    received: receiver.orders.size,
    repeated: messages - receiver.messages.size,
  };
}

/** Expects one registration, event and delivery for each paid order. */
export function expectBalanced({ paid, registered, announced, delivered, received }: Ledger): void {
  expect({ registered, announced, delivered, received }).toEqual({
    registered: paid,
    announced: paid,
    delivered: paid,
    received: paid,
  });
}
