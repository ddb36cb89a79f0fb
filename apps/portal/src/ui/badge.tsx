import type { ReactNode } from 'react';

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'plain';

export const Badge = ({ tone = 'plain', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={`badge badge-${tone}`}>{children}</span>
);

const toneOf = (status: number): Tone =>
  status >= 500 ? 'bad' : status >= 400 ? 'warn' : status >= 200 ? 'ok' : 'info';

/** An HTTP status code. */
export const Status = ({ status }: { status: number }) => <Badge tone={toneOf(status)}>{status}</Badge>;
