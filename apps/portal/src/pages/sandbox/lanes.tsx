import type { PurchaseStep } from '#usage/contract';
import { PlainTable } from '../../ui/table';
import { formatElapsed, Time } from '../../ui/time';
import { LANES, type Message, messagesOf } from './messages';

const ROW = 34;
const HEAD = 30;

const COLORS: Record<Message['outcome'], string> = {
  ok: 'var(--success)',
  failed: 'var(--danger)',
  lost: 'var(--danger)',
  waiting: 'var(--muted)',
  planned: 'var(--muted)',
};

const LABEL_COLORS: Record<Message['outcome'], string> = {
  ok: 'fill-secondary',
  failed: 'fill-bad',
  lost: 'fill-bad',
  waiting: 'fill-muted',
  planned: 'fill-muted',
};

/** The messages of a purchase between shop, service, registry and receivers: a picture, and a table for screen readers. */
export function Lanes({ steps }: { steps: readonly PurchaseStep[] }) {
  const messages = messagesOf(steps);
  const start = Date.parse(messages[0]?.at ?? '');
  const height = HEAD + messages.length * ROW + 6;
  return (
    <figure className="relative grid grid-cols-[64px_minmax(0,1fr)] sm:grid-cols-[84px_minmax(0,1fr)]">
      <div className="text-2xs text-muted tabular-nums" style={{ paddingTop: HEAD }} aria-hidden>
        {messages.map(({ at }, index) => (
          <div key={index} className="flex items-center whitespace-nowrap" style={{ height: ROW }}>
            {at === undefined ? 'planned' : `+${formatElapsed(Date.parse(at) - start)}`}
          </div>
        ))}
      </div>
      <svg className="block w-full" height={height} aria-hidden>
        {LANES.map((lane, index) => (
          <g key={lane}>
            <line className="stroke-line" x1={centerOf(index)} x2={centerOf(index)} y1={HEAD - 8} y2={height} />
            <text className="fill-primary text-xs font-medium" x={centerOf(index)} y={14} textAnchor="middle">
              {lane}
            </text>
          </g>
        ))}
        {messages.map((message, index) => (
          <Arrow key={index} message={message} y={HEAD + (index + 0.5) * ROW} />
        ))}
      </svg>
      <MessageTable messages={messages} />
    </figure>
  );
}

const centerOf = (lane: number) => `${((lane + 0.5) * 100) / LANES.length}%`;

const middleOf = (one: number, other: number) => centerOf((one + other) / 2);

/** An arrow between two lanes. The arrow of a lost response ends halfway with a cross. */
function Arrow({ message: { from, to, label, outcome }, y }: { message: Message; y: number }) {
  const [start, end] = [LANES.indexOf(from), LANES.indexOf(to)];
  const isLost = outcome === 'lost';
  const isForward = end > start;
  const tip = isLost ? middleOf(start, end) : centerOf(end);
  const stroke = COLORS[outcome];
  return (
    <g>
      <line
        x1={centerOf(start)}
        x2={tip}
        y1={y + 6}
        y2={y + 6}
        stroke={stroke}
        strokeWidth={1.5}
        strokeDasharray={outcome === 'planned' || outcome === 'waiting' ? '4 4' : undefined}
      />
      <svg x={tip} y={y + 6} overflow="visible">
        {isLost ? (
          <path d="M-4-4 4 4M-4 4 4-4" stroke={stroke} strokeWidth={2} />
        ) : (
          <path d={isForward ? 'M-7-4 0 0-7 4Z' : 'M7-4 0 0 7 4Z'} fill={stroke} />
        )}
      </svg>
      <circle cx={centerOf(start)} cy={y + 6} r={2.5} fill={stroke} />
      <text className={`text-2xs ${LABEL_COLORS[outcome]}`} x={middleOf(start, end)} y={y} textAnchor="middle">
        {label}
      </text>
    </g>
  );
}

const MessageTable = ({ messages }: { messages: Message[] }) => (
  <div className="sr-only">
    <PlainTable
      label="Messages of the purchase"
      rows={messages}
      columns={[
        { head: 'Message', cell: ({ text }) => text },
        { head: 'From', cell: ({ from }) => from },
        { head: 'To', cell: ({ to }) => to },
        { head: 'Outcome', cell: ({ outcome }) => outcome },
        { head: 'Time', cell: ({ at }) => (at === undefined ? 'planned' : <Time at={at} format="millisecond" />) },
      ]}
    />
  </div>
);
