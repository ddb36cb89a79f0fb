import type { CheckedDomain, PriceView, TldView } from '#domains/contract';
import { Page, type Progress } from '#facades';
import type { HeldDomain } from '#registry';
import type { Format } from '../shared/serve-facade.js';

export const answerOf: Format['answerOf'] = result => {
  const answer = { success: true, errors: [], messages: [] };
  if (!(result instanceof Page)) return { ...answer, result };
  const { rows, limit: per_page, next } = result;
  return { ...answer, result: rows, result_info: { count: rows.length, per_page, cursor: next ?? '' } };
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

export const extensionView = ({ tld }: TldView) => ({
  metadata: { name: tld, tld: tld.split('.').at(-1) },
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

export function workflowView(resource: string, step: string, { domain, status, held, ...progress }: Progress) {
  const state = STATES[status];
  const reason = progress.reason ?? state;
  return {
    state,
    completed: state === 'succeeded' || state === 'failed',
    created_at: progress.createdAt,
    updated_at: progress.updatedAt,
    links: { self: `${resource}/${step}`, resource },
    context: {
      domain_name: domain,
      ...(state === 'action_required' && { action: reason }),
      ...(held && { registration: registrationView(held) }),
    },
    ...(state === 'failed' && { error: { code: reason, message: `${domain} was not registered: ${reason}.` } }),
  };
}
