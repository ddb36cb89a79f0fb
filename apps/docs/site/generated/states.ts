import type { RegistrationDetails } from '#domains/contract';
import type { OrderDetails } from '#orders/contract';
import type { ListedDelivery } from '#webhooks/contract';
import type { Target } from '../links.js';
import { escapeHtml } from '../to-html.js';

/** The states of an object from top to bottom of the picture, each with its next states and the causes of the transitions. */
type Transitions<State extends string> = Record<State, Partial<Record<State, string>>>;

type Registration = 'available' | RegistrationDetails['status'];

/** `created`, or the status of a paid order with the status of its domain. */
type Order =
  | Extract<OrderDetails['status'], 'created'>
  | `${Extract<OrderDetails['status'], 'paid'>} · ${Exclude<OrderDetails['domain_status'], 'failed' | null>}`
  | `${Extract<OrderDetails['status'], 'refunded'>} · ${Extract<OrderDetails['domain_status'], 'registered' | 'failed'>}`;

/** A state that is missing here does not compile, because the types of the keys come from the contracts. */
const registration: Transitions<Registration> = {
  available: { registered: 'checkout, or the decision of the registry' },
  registered: { expired: '`expires_at` has passed', available: 'deleted, or transferred out' },
  expired: { registered: 'renewed', available: '30 days later, or deleted' },
};

const order: Transitions<Order> = {
  created: { 'paid · registered': 'checkout answers 200', 'paid · pending': 'checkout answers 202' },
  'paid · pending': {
    'paid · action_required': 'the registry requires an action',
    'paid · registered': 'the registry approves',
    'refunded · failed': 'the registry rejects, or the order is canceled',
  },
  'paid · action_required': {
    'paid · registered': 'the registry approves',
    'refunded · failed': 'the registry rejects, or the order is canceled',
  },
  'paid · registered': { 'refunded · registered': 'the domain is deleted within five days' },
  'refunded · failed': {},
  'refunded · registered': {},
};

const delivery: Transitions<ListedDelivery['state']> = {
  queued: {
    delivered: 'the first attempt is accepted',
    pending: 'the first attempt fails, is delayed, or takes long',
    failed: 'the first attempt is answered with 410',
    skipped: 'the receiver is off, or a fault withholds the event',
  },
  pending: {
    delivered: 'an attempt is accepted',
    failed: 'the last attempt fails, or one is answered with 410',
    skipped: 'the receiver is off',
  },
  delivered: { pending: 'sent again' },
  failed: { pending: 'sent again' },
  skipped: { pending: 'sent again' },
};

export const STATES = { registration, order, delivery } satisfies Record<string, Transitions<never>>;

/** A table of the states of an object; for the target `html`, after a picture. */
export function stateDiagram(name: keyof typeof STATES, target: Target): string {
  const transitions = Object.entries(STATES[name] as Transitions<string>);
  const edges = transitions.flatMap(([from, next]) =>
    Object.entries(next).map(([to, cause]) => ({ from, to, cause: cause! })),
  );
  const rows = edges.map(({ from, to, cause }, index) => `| ${index + 1} | \`${from}\` | \`${to}\` | ${cause} |`);
  const table = ['| No. | from | to | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
  const states = transitions.map(([state]) => state);
  return target === 'markdown' ? table : `${drawing(name, states, edges)}\n\n${table}`;
}

const BOX = { width: 176, height: 40, distance: 72 };
const LANE = 24;

/** Draws the states from top to bottom. Lanes beside the states show the transitions with the numbers of the table. */
function drawing(name: string, states: string[], edges: { from: string; to: string }[]): string {
  const middleOf = (state: string) => 1 + states.indexOf(state) * BOX.distance + BOX.height / 2;
  const [width, height] = [BOX.width + LANE * (edges.length + 1), (states.length - 1) * BOX.distance + BOX.height + 2];
  const lanes = edges.map(({ from, to }, index) => {
    const x = BOX.width + LANE * (index + 1);
    // Lines that begin and end at the same box keep apart.
    const shift = ((index % 5) - 2) * 7;
    const [start, end] = [middleOf(from) + shift, middleOf(to) + shift];
    return {
      x,
      path: `M${BOX.width + 1} ${start}H${x}V${end}H${BOX.width + 3}`,
      label: (start + end) / 2,
      number: index + 1,
    };
  });
  const boxes = states.map(
    state => `<rect x="1" y="${middleOf(state) - BOX.height / 2}" width="${BOX.width}" height="${BOX.height}" rx="8"/>`,
  );
  const names = states.map(
    state => `<text x="${BOX.width / 2}" y="${middleOf(state) + 5}">${escapeHtml(state)}</text>`,
  );
  return `<div>
<svg class="drawing" viewBox="0 0 ${width} ${height}" width="${width}" role="img" aria-labelledby="${name}-title ${name}-description">
<title id="${name}-title">States of a ${name}</title>
<desc id="${name}-description">${states.join(', ')}. The table below lists the transitions.</desc>
<defs><marker id="${name}-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M1 1 7 4 1 7"/></marker></defs>
<g class="boxes">${boxes.join('')}</g>
<g class="arrows" marker-end="url(#${name}-arrow)">${lanes.map(({ path }) => `<path d="${path}"/>`).join('')}</g>
<g class="states" text-anchor="middle">${names.join('')}</g>
<g class="numbers" text-anchor="middle">${lanes.map(({ x, label, number }) => `<text x="${x}" y="${label + 4}">${number}</text>`).join('')}</g>
</svg>
</div>`;
}
