import type { CheckedDomain, PriceView } from '#domains/contract';
import { domainStatusOf, type Order } from '#orders';
import type { HeldDomain } from '#registry';

export const success = (result: unknown, result_info?: object) => {
  const answer = { success: true, errors: [], messages: [], result };
  return result_info ? { ...answer, result_info } : answer;
};

const pricingOf = ({ currency, register, renew }: PriceView) => ({
  currency,
  registration_cost: register.toFixed(2),
  renewal_cost: renew.toFixed(2),
});

export function checkView({ domain: name, status, price, error }: CheckedDomain) {
  if (status === 'available') return { name, registrable: true, tier: 'standard', pricing: pricingOf(price!) };
  const premium = { tier: 'premium', reason: 'domain_premium', pricing: price && pricingOf(price) };
  if (status === 'premium') return { name, registrable: false, ...premium };
  const isUnknown = error?.code === 'unsupported_tld';
  return { name, registrable: false, reason: isUnknown ? 'extension_not_supported' : 'domain_unavailable' };
}

export const extensionView = (tld: string) => ({
  metadata: { name: tld, tld },
  registration_schema: {},
  transfer_schema: {},
});

function statusOf({ status, suspended }: HeldDomain): string {
  if (status === 'pending') return 'registration_pending';
  if (status === 'expired') return 'expired';
  return suspended ? 'suspended' : 'active';
}

export const registrationView = (held: HeldDomain) => ({
  domain_name: held.domain,
  status: statusOf(held),
  created_at: held.registered_at,
  expires_at: held.expires_at,
  auto_renew: held.auto_renew,
  privacy_mode: 'redaction',
  locked: held.locked,
});

const STATES = {
  pending: 'in_progress',
  action_required: 'action_required',
  registered: 'succeeded',
  failed: 'failed',
} as const;

/** What has become of a registration: what the tenant holds, or else the newest order. */
export function workflowView(resource: string, step: string, held: HeldDomain | undefined, order: Order | undefined) {
  const isHeld = held !== undefined && held.status !== 'pending';
  const state = isHeld || !order ? 'succeeded' : STATES[domainStatusOf(order)!];
  const domain_name = held?.domain ?? order?.domain;
  const created_at = order?.createdAt.toISOString() ?? held?.registered_at;
  const reason = order?.reason ?? state;
  return {
    state,
    completed: state === 'succeeded' || state === 'failed',
    created_at,
    updated_at: (order?.refundedAt ?? order?.paidAt)?.toISOString() ?? created_at,
    links: { self: `${resource}/${step}`, resource },
    context: {
      domain_name,
      ...(state === 'action_required' && { action: reason }),
      ...(isHeld && { registration: registrationView(held) }),
    },
    ...(state === 'failed' && { error: { code: reason, message: `${domain_name} was not registered: ${reason}.` } }),
  };
}
