import type { Nameyard } from '@nameyard/client';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A daily job: renews all domains that expire within 30 days of `now` by a year. Returns their names. */
export async function renewExpiring(nameyard: Nameyard, now: Date): Promise<string[]> {
  const expires_before = new Date(now.getTime() + 30 * DAY_MS).toISOString();
  const renewed: string[] = [];
  for await (const { domain, expires_at } of nameyard.registrations.list({ expires_before })) {
    // The key makes a second run of the same job pay nothing again.
    const term = `renewal-${domain}-${expires_at}`;
    const order = await nameyard.domains.renew({ domain, years: 1 }, { idempotencyKey: term });
    await nameyard.domains.checkout({ order_id: order.order_id, payment: { method: 'test', reference: term } });
    renewed.push(domain);
  }
  return renewed;
}
