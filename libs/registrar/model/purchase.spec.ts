import {
  afterFind,
  afterLook,
  afterPoll,
  afterRefusal,
  afterSubmission,
  type HeldDomain,
  type Purchase,
  pauseMs,
  type RecordState,
  pauseAfterFailureMs,
} from './purchase.js';
import { kindOf, RegistrarFailure } from './registrar-failure.js';

const START = new Date('2027-01-01T00:00:00Z');
const later = (ms: number) => new Date(START.getTime() + ms);

const registration: Purchase = {
  kind: 'registration',
  years: 1,
  total: 1_199,
  contact: '7',
  expiresBefore: null,
  submissions: 1,
  submittedAt: START,
  refusal: null,
  repetitions: 0,
  missingSince: null,
};
const renewal: Purchase = { ...registration, kind: 'renewal', years: 2, expiresBefore: START };
const ours: HeldDomain = { contact: '7', isPending: false, expiresAt: later(365 * 86_400_000) };
const theirs: HeldDomain = { ...ours, contact: '8' };

describe('afterLook', () => {
  const free = { held: null, available: true, price: 1_199 };

  it('submits a free domain at the price of the order or a lower one', () => {
    expect(afterLook(registration, free)).toEqual({ step: 'submit' });
    expect(afterLook(registration, { ...free, price: 1_000 })).toEqual({ step: 'submit' });
  });

  it('buys nothing that is held, taken or more expensive', () => {
    expect(afterLook(registration, { ...free, held: ours })).toEqual({ step: 'poll' });
    expect(afterLook(registration, { ...free, held: theirs })).toMatchObject({ failed: { code: 'DOMAIN_TAKEN' } });
    expect(afterLook(registration, { ...free, available: false })).toMatchObject({ failed: { code: 'DOMAIN_TAKEN' } });
    expect(afterLook(registration, { ...free, price: 1_200 })).toMatchObject({ failed: { code: 'PRICE_CHANGED' } });
  });

  it('does not renew twice, nor what the account does not hold', () => {
    const held = { ...ours, expiresAt: START };
    expect(afterLook(renewal, { ...free, held })).toEqual({ step: 'submit' });
    expect(afterLook(renewal, { ...free, held: ours })).toEqual({ step: 'poll' });
    expect(afterLook(renewal, free)).toMatchObject({ failed: { code: 'REGISTRATION_NOT_FOUND' } });
    const hosted = { ...free, held: { ...ours, isPending: true, expiresAt: null } };
    for (const expiresBefore of [null, START])
      expect(afterLook({ ...renewal, expiresBefore }, hosted)).toMatchObject({
        failed: { code: 'REGISTRATION_NOT_FOUND' },
      });
  });
});

const failure = (status?: number, isSent = true) =>
  new RegistrarFailure('', { kind: status ? kindOf(status) : 'unavailable', ...(status && { status }), isSent });

describe('afterSubmission', () => {
  it('looks for an effect unless the registrar has refused the request or did not get it', () => {
    expect(afterSubmission(failure(undefined, false))).toEqual({ step: 'look', afterMs: 5_000 });
    for (const status of [undefined, 408, 422, 429, 500, 502])
      expect(afterSubmission(failure(status))).toEqual({ step: 'find', afterMs: 1_000 });
    const unreadable = new RegistrarFailure('', { kind: 'unavailable', status: 404 });
    expect(afterSubmission(unreadable)).toEqual({ step: 'find', afterMs: 1_000 });
    for (const status of [400, 401, 402, 403, 404]) expect(afterSubmission(failure(status))).toEqual({ step: 'look' });
  });
});

describe('afterRefusal', () => {
  const refused = { ...registration, refusal: { code: 'REGISTRAR_REFUSED', message: 'no' } };

  it('fails unless an earlier submission was accepted', () => {
    expect(afterRefusal(refused, { held: ours })).toEqual({ step: 'poll' });
    expect(afterRefusal(refused, { held: null, available: true })).toEqual({ failed: refused.refusal });
    expect(afterRefusal(refused, { held: null })).toEqual({ failed: refused.refusal });
    for (const sight of [{ held: theirs }, { held: null, available: false }])
      expect(afterRefusal(refused, sight)).toMatchObject({ failed: { code: 'DOMAIN_TAKEN' } });
  });
});

describe('pauseAfterFailureMs', () => {
  it('is at most 15 seconds, unless no call can succeed before', () => {
    expect([0, 1, 9].map(count => pauseAfterFailureMs(count, failure(500)))).toEqual([1_000, 5_000, 15_000]);
    expect(pauseAfterFailureMs(0, failure(undefined, false))).toBe(5_000);
    const limited = new RegistrarFailure('', { kind: 'unavailable', isSent: false, retryAfterMs: 60_000 });
    expect(pauseAfterFailureMs(0, limited)).toBe(60_000);
  });
});

describe('afterFind', () => {
  const at = (now: Date, isDisabled = false) => ({ now, settleMs: 60_000, timeoutMs: 2_000, isDisabled });

  it('ends as soon as there is an effect', () => {
    expect(afterFind(registration, ours, at(later(1_000)))).toEqual({ step: 'poll' });
    expect(afterFind(registration, theirs, at(later(1_000)))).toHaveProperty('stuck');
  });

  it('submits again only after the settle time and two looks a timeout apart', () => {
    expect(afterFind(registration, null, at(later(59_999)))).toMatchObject({ step: 'find' });
    expect(afterFind(registration, null, at(later(60_000)))).toEqual({ step: 'find', afterMs: 2_000 });
    const missing = { ...registration, missingSince: later(60_000) };
    expect(afterFind(missing, null, at(later(61_999)))).toMatchObject({ step: 'find' });
    expect(afterFind(missing, null, at(later(62_000)))).toEqual({ step: 'look' });
    expect(afterFind(missing, null, at(later(62_000), true))).toMatchObject({ failed: { code: 'REGISTRAR_DISABLED' } });
    const last = { ...missing, submissions: 3 };
    expect(afterFind(last, null, at(later(62_000)))).toMatchObject({ failed: { code: 'REGISTRAR_UNAVAILABLE' } });
  });
});

describe('afterPoll', () => {
  const poll = (purchase: Purchase, held: HeldDomain | null, state: RecordState, isSettled = true) =>
    afterPoll(purchase, held, { state, isSettled });
  const again = { step: 'poll', afterMs: pauseMs(0) };

  it('ends with the expiry of the registrar', () => {
    expect(poll(registration, ours, 'done')).toEqual({ registered: ours.expiresAt });
    expect(poll(registration, { ...ours, isPending: true }, 'pending')).toEqual(again);
    expect(poll(registration, null, 'failed')).toHaveProperty('failed');
    expect(poll(registration, theirs, 'done')).toHaveProperty('stuck');
  });

  it('waits for the settle time before a domain counts as gone', () => {
    for (const state of ['unknown', 'done'] as const) expect(poll(registration, null, state, false)).toEqual(again);
    expect(poll(registration, null, 'unknown')).toHaveProperty('failed');
    expect(poll(registration, null, 'done')).toHaveProperty('stuck');
  });

  it('leaves a renewal for another term to a person', () => {
    expect(poll(renewal, ours, 'done')).toHaveProperty('stuck');
    const expiresAt = new Date('2029-01-01T00:00:00Z');
    expect(poll(renewal, { ...ours, expiresAt }, 'done')).toEqual({ registered: expiresAt });
  });
});
