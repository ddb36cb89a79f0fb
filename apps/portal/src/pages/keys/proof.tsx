import { Link } from '@tanstack/react-router';
import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ask, of } from '../../api/client';
import type { Key, TryCall, TryResult } from '../../api/types';
import { useAction } from '../../api/use-action';
import { Status } from '../../ui/badge';
import { Button } from '../../ui/button';
import { Field, Select } from '../../ui/field';
import { milliseconds } from '../../ui/numbers';
import { Card } from '../../ui/page';
import { Time } from '../../ui/time';
import { errorOf, sampleOf } from '../try-it/calls';

const CALLS: Record<Key['scope'], { value: TryCall; label: string }[]> = {
  sandbox: [
    { value: 'search', label: 'Search a name' },
    { value: 'order', label: 'Order a name' },
    { value: 'checkout', label: 'Check out an order' },
  ],
  live: [{ value: 'registrar.search', label: 'Search at the live registrar' }],
};

interface Tried {
  number: number;
  call: TryCall;
  at: string;
  result: TryResult;
}

/** A real call with this key, answered by the real guards: what the page says about the key is what callers get. */
export function Proof({ tenant, subject: key, changes }: { tenant: string; subject: Key; changes: number }) {
  const [call, setCall] = useState<TryCall>(CALLS[key.scope][0]!.value);
  const [tried, setTried] = useState<Tried[]>([]);
  const send = useAction(
    (call: TryCall) =>
      ask<TryResult>('POST', of(tenant, 'try'), { key_id: key.id, call, body: sampleOf(call) }).then(result => ({
        result,
        call,
      })),
    {
      stale: [
        [tenant, 'requests'],
        [tenant, 'usage'],
        [tenant, 'keys'],
      ],
      onDone: ({ result, call }) =>
        setTried(tried => [
          { number: (tried[0]?.number ?? 0) + 1, call, at: new Date().toISOString(), result },
          ...tried.slice(0, 5),
        ]),
    },
  );

  const seen = useRef(changes);
  useEffect(() => {
    if (seen.current === changes) return;
    seen.current = changes;
    send.mutate(call);
  });

  return (
    <Card title="Does it hold?" about="A real call with this key. It is made again after every change on this page.">
      <div className="proof-call">
        <Field label="Call">
          <Select value={call} onChange={event => setCall(event.target.value as TryCall)}>
            {CALLS[key.scope].map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Button icon={<Play size={15} aria-hidden />} busy={send.isPending} onClick={() => send.mutate(call)}>
          Send
        </Button>
      </div>
      <ol className="proofs" aria-live="polite" aria-label="Answers">
        {tried.map(({ number, call, at, result }) => (
          <li key={number}>
            <Status status={result.response.status} />
            <span>
              <strong>{errorOf(result)?.code ?? 'It works'}</strong>
              <span className="faint">
                {call} · {milliseconds(result.response.duration_ms)} · <Time at={at} />
              </span>
              {errorOf(result) && <span className="faint">{errorOf(result)!.message}</span>}
            </span>
          </li>
        ))}
      </ol>
      {tried.length === 0 && <p className="quiet">Nothing sent yet. The call counts as usage of this key.</p>}
      <p className="card-more">
        <Link to="/t/$tenant/try" params={{ tenant }} search={{ key: key.id }}>
          Try all calls with it
        </Link>
        <Link to="/t/$tenant/requests" params={{ tenant }} search={{ key: key.id }}>
          See its requests
        </Link>
      </p>
    </Card>
  );
}
