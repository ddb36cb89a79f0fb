import { Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { KeyView, TryView } from '#api-keys/contract';
import { callApi } from '../../api/client';
import { useAction } from '../../api/use-action';
import { TenantLink } from '../../shell/links';
import { useTenant } from '../../shell/session';
import { HttpStatus } from '../../ui/badge';
import { Button } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { formatDuration } from '../../ui/format';
import { MarkedText } from '../../ui/placeholders';
import { Card } from '../../ui/page';
import { Time } from '../../ui/time';
import { callsOf, errorOf, exampleBody, type TryCall } from '../try-it/calls';

const MAX_RESULTS = 6;

interface TestCall {
  number: number;
  call: TryCall;
  at: string;
  result: TryView;
}

/** Sends real calls with the key. Repeats the call when `changes`, the number of changes of the key, increases. */
export function TestKey({ apiKey, changes }: { apiKey: KeyView; changes: number }) {
  const tenant = useTenant();
  const calls = callsOf(apiKey.scope);
  const [call, setCall] = useState<TryCall>(calls[0]!.value);
  const [results, setResults] = useState<TestCall[]>([]);
  const send = useAction(
    (call: TryCall) =>
      callApi<TryView>('POST', ['tenants', tenant, 'try'], { key_id: apiKey.id, call, body: exampleBody(call) }),
    {
      onSuccess: (result, call) =>
        setResults(results => [
          { number: (results[0]?.number ?? 0) + 1, call, at: new Date().toISOString(), result },
          ...results.slice(0, MAX_RESULTS - 1),
        ]),
    },
  );

  const seenChanges = useRef(changes);
  useEffect(() => {
    if (seenChanges.current === changes) return;
    seenChanges.current = changes;
    send.mutate(call);
  });

  return (
    <Card title="Test this key" description="Sends a real call, and repeats it after every change on this page.">
      <div className="flex items-end gap-2.5 *:first:flex-1">
        <SelectField label="Call" value={call} options={calls} onChange={setCall} />
        <Button label="Send" icon={Play} busy={send.isPending} onClick={() => send.mutate(call)} />
      </div>
      <ol className="mt-4.5 grid gap-3" aria-live="polite" aria-label="Results">
        {results.map(({ number, call, at, result }) => (
          <li key={number} className="flex items-start gap-3 first:animate-highlight">
            <HttpStatus status={result.response.status} />
            <span className="grid min-w-0">
              <strong>{errorOf(result)?.code ?? 'Success'}</strong>
              <span className="text-sm wrap-anywhere text-muted">
                {call} · {formatDuration(result.response.duration_ms)} · <Time at={at} />
              </span>
              {errorOf(result) && (
                <span className="text-sm wrap-anywhere text-muted">
                  <MarkedText>{errorOf(result)!.message}</MarkedText>
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
      {results.length === 0 && (
        <p className="py-1 text-muted">No calls yet. Calls count towards the usage of this key.</p>
      )}
      <p className="mt-4 flex flex-wrap gap-x-4.5 gap-y-1.5">
        <TenantLink to="./try" search={{ key: apiKey.id }} label="Try all calls" />
        <TenantLink to="./requests" search={{ key: apiKey.id }} label="View requests" />
      </p>
    </Card>
  );
}
