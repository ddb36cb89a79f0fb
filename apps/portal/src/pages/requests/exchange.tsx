import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExchangeView, MessageView, RequestView } from '#usage/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { CodeBlock } from '../../ui/copy';
import { indentJson, Json } from '../../ui/json';
import { Facts } from '../../ui/page';
import { Loaded, Skeleton } from '../../ui/placeholders';

/** What a request sent and received, and how to send it again from a terminal. */
export function Exchange({ request }: { request: RequestView }) {
  const exchange = useQuery({ ...queries.exchange(useTenant(), request.id), placeholderData: undefined });
  return (
    <Loaded query={exchange} skeleton={<Skeleton lines={6} />}>
      {view => (
        <>
          <Messages view={view} code={request.code} />
          {request.curl ? (
            <CodeBlock title="curl command" text={request.curl} />
          ) : (
            view.not_kept === null && (
              <p className="py-1 text-muted">There is no curl command: the body is not kept completely.</p>
            )
          )}
        </>
      )}
    </Loaded>
  );
}

/** Why nothing is kept. */
const REASONS: Record<NonNullable<ExchangeView['not_kept']>, string> = {
  off: 'This installation does not keep headers and bodies (LOG_BODIES=none).',
  success: 'This installation keeps headers and bodies of failed requests only (LOG_BODIES=errors).',
  storefront: 'Headers and bodies of requests to the storefront are not kept, because they contain data of visitors.',
  expired: 'Headers and bodies are kept for 7 days.',
  dropped:
    'In this second, the process answered more than 1,000 successful requests besides the first 100 of each tenant; too many bodies were waiting, or the setting LOG_BODIES was different.',
};

function Messages({ view, code }: { view: ExchangeView; code: string | null }) {
  const { not_kept, target, request, response } = view;
  if (not_kept !== null || !request || !response)
    return (
      <>
        <h3 className="-mb-2">Headers and bodies</h3>
        <p className="py-1 text-muted">Not kept. {not_kept && REASONS[not_kept]}</p>
      </>
    );
  return (
    <>
      <Message title="Request" message={request}>
        {target?.includes('?') && (
          <p className="wrap-anywhere">
            <code>{target}</code>
          </p>
        )}
      </Message>
      <Message title="Response" message={response}>
        {code === 'ANSWER_LOST' && <p className="py-1 text-muted">The client did not receive this response.</p>}
      </Message>
    </>
  );
}

const STATES: Record<MessageView['state'], string | undefined> = {
  complete: undefined,
  cut: 'Only the first 16 KiB are kept.',
  absent: 'No body.',
  unreadable: 'The body is not kept, because it is not JSON, or the request was rejected before its body was read.',
  too_large: 'The body is not kept, because it is larger than 256 KiB.',
};

function Message({ title, message, children }: { title: string; message: MessageView; children: ReactNode }) {
  const { headers, state, body } = message;
  const count = Object.keys(headers).length;
  return (
    <section aria-label={title}>
      <h3 className="-mb-2">{title}</h3>
      {children}
      <details className="mt-1 mb-2.5">
        <summary className="w-fit cursor-pointer text-sm text-secondary">Headers ({count})</summary>
        <Facts kind="headers" facts={headers} />
      </details>
      {body !== null && (
        <CodeBlock title={`${title} body`} text={indentJson(body)}>
          <Json value={indentJson(body)} />
          {state === 'cut' && <span className="text-warn">… cut</span>}
        </CodeBlock>
      )}
      {STATES[state] && <p className="py-1 text-muted">{STATES[state]}</p>}
    </section>
  );
}
