import { businessTime } from '#platform/process/clock';
import type { PurchaseStep } from '../contract.js';
import { isResponseLost, stepWithoutRequest } from './request-steps.js';
import { verdictOf } from './verdict.js';

type Order = Parameters<typeof verdictOf>[0];

const PAID_AT = businessTime('2030-01-01T10:00:00Z');
const FAULT = 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012';

const unpaid: Order = {
  kind: 'registration',
  status: 'created',
  channel: 'api',
  paidAt: null,
  domainStatus: null,
  dueAt: null,
  reason: null,
  refundedAt: null,
};
const paid: Order = { ...unpaid, status: 'paid', paidAt: PAID_AT };

const at = (second: number) => `2026-11-28T02:02:0${second}.310Z`;

interface Payment {
  at?: string;
  status?: number;
  code?: string | null;
  /** Kind of the fault. */
  fault?: string;
  source?: string;
  replayed?: boolean;
  endpoint?: string;
}

function payment({
  at: time = at(5),
  status = 200,
  code = null,
  fault,
  source = FAULT,
  replayed = false,
  endpoint = '/checkout',
}: Payment = {}) {
  const request = {
    id: 'log_1',
    request_id: 'req_1',
    endpoint,
    status,
    key: null,
    replayed,
    lost: isResponseLost({ code, faultKind: fault }),
  };
  return stepWithoutRequest({
    kind: 'payment',
    title: 'Payment',
    at: time,
    outcome: status < 400 ? 'ok' : 'failed',
    detail: code,
    fault: fault === undefined ? null : { kind: fault, source },
    request,
  });
}

const lost = (fault: string, more: Payment = {}) => payment({ status: 408, code: 'ANSWER_LOST', fault, ...more });

const verdict = (order: Order, ...steps: PurchaseStep[]) => {
  const { state, text } = verdictOf(order, steps, { tookEffectAt: at(6) });
  return [state, text];
};

const FACADE = '/facades/dnsimple/v2/:account/registrar/domains/:domain/registrations';

describe('verdict about an unpaid order', () => {
  it('says that no payment has arrived', () => {
    const search = stepWithoutRequest({ kind: 'search', title: 'Search', at: at(1) });
    expect(verdict(unpaid, search)).toEqual(['not_paid', 'Not charged. No payment has arrived.']);
  });

  it.each<[string, PurchaseStep, string, string]>([
    [
      'a decline',
      payment({ status: 402, code: 'PAYMENT_DECLINED' }),
      'declined',
      'was declined; the order can be paid again.',
    ],
    [
      'a decline by a fault',
      payment({ status: 402, code: 'PAYMENT_DECLINED', fault: 'error/before' }),
      'declined',
      `was declined (fault error/before, ${FAULT}); the order can be paid again.`,
    ],
    [
      'a decline of a facade',
      payment({ status: 402, code: 'PAYMENT_DECLINED', endpoint: FACADE }),
      'declined',
      'was declined; if you repeat the call, the facade places another order.',
    ],
    [
      'a lost request to a facade',
      lost('reset/before', { endpoint: FACADE }),
      'not_paid',
      `took no effect, and its response did not reach your shop (fault reset/before, ${FAULT}); if you repeat the call, the facade places another order.`,
    ],
    ['a refusal without a code', payment({ status: 409 }), 'not_paid', 'was refused with HTTP 409.'],
    ['a refusal', payment({ status: 409, code: 'DOMAIN_TAKEN' }), 'not_paid', 'was refused with DOMAIN_TAKEN.'],
    [
      'a lost request',
      lost('reset/before'),
      'not_paid',
      `took no effect, and its response did not reach your shop (fault reset/before, ${FAULT}); it can be repeated.`,
    ],
    [
      'an error',
      payment({ status: 503, code: 'SERVICE_UNAVAILABLE', fault: 'error/before', source: 'header' }),
      'not_paid',
      'took no effect, and your shop received SERVICE_UNAVAILABLE (fault error/before, requested by a header of the request); it can be repeated.',
    ],
  ])('names %s', (_name, step, state, text) => {
    expect(verdict(unpaid, step)).toEqual([state, `Not charged. The payment of ${at(5)} ${text}`]);
  });
});

describe('verdict about a paid order', () => {
  const repeatable = '; a repeat with the same payment reference would get the stored response.';

  it('says that the shop was told', () => {
    const text = `Charged once. The response of ${at(5)} was sent to your shop.`;
    expect(verdict(paid, payment({ status: 402, code: 'PAYMENT_DECLINED', at: at(3) }), payment())).toEqual([
      'paid',
      text,
    ]);
    expect(verdict(paid, lost('hang/before', { at: at(3) }), payment())).toEqual(['paid', text]);
    expect(verdict(paid, payment({ fault: 'delay' }))).toEqual(['paid', text]);
  });

  it.each(['reset/after', 'hang/after'])('says that the response was lost by %s', fault => {
    expect(verdict(paid, lost(fault))).toEqual([
      'answer_lost',
      `Charged once. The response of ${at(5)} did not reach your shop (fault ${fault}, ${FAULT})${repeatable}`,
    ]);
  });

  it('advises to read the domain, if the payment came through a facade', () => {
    const [state, text] = verdict(paid, lost('reset/after', { endpoint: FACADE }));
    expect(state).toBe('answer_lost');
    expect(text).toMatch(/; a facade has no payment references, so read the domain before you repeat the call\.$/);
  });

  it('says that a truncated response did not arrive', () => {
    expect(verdict(paid, payment({ fault: 'truncate' }))).toEqual([
      'answer_lost',
      `Charged once. The response of ${at(5)} did not reach your shop (fault truncate, ${FAULT})${repeatable}`,
    ]);
  });

  it('says that the shop was told an error after the payment', () => {
    expect(
      verdict(
        { ...paid, channel: 'storefront' },
        payment({ status: 504, code: 'GATEWAY_TIMEOUT', fault: 'error/after', source: 'storefront' }),
      ),
    ).toEqual([
      'answer_lost',
      `Charged once. At ${at(5)}, the visitor received GATEWAY_TIMEOUT (fault error/after, storefront) although the payment had been taken${repeatable}`,
    ]);
  });

  it('chooses the request that took effect', () => {
    expect(
      verdict(paid, lost('reset/before', { at: at(3) }), lost('reset/after'), lost('reset/after', { at: at(7) }))[1],
    ).toContain(`The response of ${at(5)} did not reach`);
  });

  it('says that a repeat has told the shop, or was refused', () => {
    const loss = `Charged once. The response of ${at(5)} did not reach your shop (fault reset/after, ${FAULT})`;
    expect(verdict(paid, lost('reset/after'), payment({ at: at(8), replayed: true }))).toEqual([
      'paid',
      `${loss}; the repeat of ${at(8)} got the stored response.`,
    ]);
    expect(verdict(paid, lost('reset/after'), payment({ at: at(8), status: 409, code: 'ORDER_ALREADY_PAID' }))).toEqual(
      ['answer_lost', `${loss}; the repeat of ${at(8)} was refused with ORDER_ALREADY_PAID.`],
    );
  });

  it('gives the time of the payment if its request is not in the log', () => {
    expect(verdict(paid)).toEqual(['paid', 'Charged once at 2030-01-01T10:00:00Z.']);
    expect(verdict(paid, payment({ replayed: true }))).toEqual([
      'paid',
      `Charged once. The response of ${at(5)} was sent to your shop.`,
    ]);
  });

  it.each<[string, Partial<Order>, string]>([
    [
      'pending',
      { domainStatus: 'pending', dueAt: PAID_AT },
      'Charged once; the registry decides the registration by 2030-01-01T10:00:00Z.',
    ],
    [
      'action_required',
      { domainStatus: 'action_required', reason: 'passport missing' },
      'Charged once; the registry waits for an action (passport missing).',
    ],
    [
      'failed',
      {
        kind: 'transfer',
        status: 'refunded',
        domainStatus: 'failed',
        reason: 'registrar_rejected',
        refundedAt: PAID_AT,
      },
      'Charged once and refunded, because the transfer failed (registrar_rejected).',
    ],
    [
      'canceled',
      { status: 'refunded', domainStatus: 'failed', reason: 'canceled', refundedAt: PAID_AT },
      'Charged once and refunded, because the order was canceled.',
    ],
    [
      'refunded',
      { status: 'refunded', reason: 'deleted', refundedAt: PAID_AT },
      'Charged once and refunded (deleted).',
    ],
  ])('says that the order is %s', (state, order, text) => {
    expect(verdict({ ...paid, ...order }, payment())).toEqual([
      state,
      `${text} The response of ${at(5)} was sent to your shop.`,
    ]);
  });

  it('gives the time of a refunded payment if its request is not in the log', () => {
    const { text } = verdictOf({ ...paid, status: 'refunded', refundedAt: businessTime('2030-02-01T10:00:00Z') }, []);
    expect(text).toBe('Charged once at 2030-01-01T10:00:00Z and refunded.');
  });

  it('says that the registration expired', () => {
    const { state, text } = verdictOf(paid, [], { expiredAt: businessTime('2031-01-01T10:00:00Z') });
    expect(state).toBe('expired');
    expect(text).toBe('Charged once at 2030-01-01T10:00:00Z; the registration expired at 2031-01-01T10:00:00Z.');
  });
});
