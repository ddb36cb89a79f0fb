import type { ReactNode } from 'react';

const TONES = {
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  info: 'bg-info-soft text-info',
  plain: 'bg-hover text-secondary',
};

export type Tone = keyof typeof TONES;

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={`inline-flex items-center rounded-sm px-2 py-px text-xs font-medium whitespace-nowrap tabular-nums ${TONES[tone]}`}
  >
    {children}
  </span>
);

const toneOf = (status: number): Tone =>
  status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 ? 'ok' : 'info';

export const HttpStatus = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;
