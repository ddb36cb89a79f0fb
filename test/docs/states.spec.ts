import { STATES } from '../../apps/docs/site/generated/states.js';
import { DOMAIN_STATUSES } from '../../libs/orders/model/order.js';
import { settle, skip } from '../../libs/webhooks/model/delivery.js';
import { DELIVERY_STATES, LISTED_STATES } from '#webhooks/contract';
import { sharedSandbox } from '../support/sandbox.js';

const KINDS = ['delivered', 'failed', 'gone', 'interrupted'] as const;

describe('the pictures of states', () => {
  it('have the states of the code', async () => {
    const sandbox = await sharedSandbox();
    const { body } = await sandbox.call({ method: 'GET', path: '/docs/openapi.json', headers: {} });
    const enumOf = (schema: string, property: string): string[] =>
      body.components.schemas[schema].properties[property].enum;
    const known = (states: string[]) => [...new Set(states.flatMap(state => state.split(' · ')))].toSorted();
    expect(known(Object.keys(STATES.delivery))).toEqual(LISTED_STATES.toSorted());
    expect(known(Object.keys(STATES.registration))).toEqual(
      ['available', ...enumOf('RegistrationDetails', 'status')].toSorted(),
    );
    const ofOrders = [...enumOf('OrderDetails', 'status'), ...DOMAIN_STATUSES];
    expect(known(Object.keys(STATES.order))).toEqual(ofOrders.toSorted());
  });

  it('have the outcomes of an attempt', () => {
    const first = { id: 'dlv_1', eventId: 'evt_1', eventType: 'domain.registered', step: 0, trigger: 'event' as const };
    const delivery = { ...first, number: 1, deliveredBefore: false, alteration: null };
    const settled = KINDS.flatMap(kind =>
      [[], [1_000, 1_000]].map(schedule => {
        const verdict = { kind, status: null, reason: null, answer: '', waitMs: 0 };
        return settle(delivery, { verdict, startedAt: new Date(), durationMs: 1 }, schedule, new Date()).state;
      }),
    );
    const outcomes = new Set([...settled, skip(delivery).state]);
    expect(Object.keys(STATES.delivery.queued).toSorted()).toEqual([...outcomes].toSorted());
    const ended = DELIVERY_STATES.filter(state => state !== 'pending');
    expect(Object.keys(STATES.delivery.pending).toSorted()).toEqual(ended.toSorted());
  });

  it('are drawn and described on the page', async () => {
    const sandbox = await sharedSandbox();
    const { text } = await sandbox.call({ method: 'GET', path: '/docs/how-it-works', headers: {} });
    for (const [name, states] of Object.entries(STATES)) {
      const [, drawing = ''] = new RegExp(`<svg [^>]*${name}-title.*?>(.*?)</svg>`, 's').exec(text) ?? [];
      for (const state of Object.keys(states)) expect(drawing).toContain(`>${state}</text>`);
      const transitions = Object.values<object>(states).flatMap(next => Object.keys(next));
      expect(drawing.match(/<path d="M\d+ [\d.]+H/g)).toHaveLength(transitions.length);
    }
  });
});
