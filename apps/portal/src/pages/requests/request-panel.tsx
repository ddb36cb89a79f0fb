import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../api/queries';
import type { RequestView } from '../../api/types';
import { Status } from '../../ui/badge';
import { Code, Mono } from '../../ui/copy';
import { Dialog } from '../../ui/dialog';
import { DomainName } from '../../ui/domain-name';
import { milliseconds } from '../../ui/numbers';
import { Facts } from '../../ui/page';
import { Loaded } from '../../ui/states';
import { ExactTime } from '../../ui/time';

/** One request in full, beside the list that it is in. */
export function RequestPanel(props: {
  tenant: string;
  id: string | undefined;
  known: RequestView | undefined;
  onClose: () => void;
}) {
  const { tenant, id, known } = props;
  const request = useQuery({ ...q.request(tenant, id ?? ''), enabled: id !== undefined && !known });
  return (
    <Dialog side open={id !== undefined} onClose={props.onClose} title="Request">
      <Loaded query={known ? { data: known, error: null, refetch: () => undefined } : request}>
        {request => <Details tenant={tenant} request={request} />}
      </Loaded>
    </Dialog>
  );
}

function Details({ tenant, request }: { tenant: string; request: RequestView }) {
  const { status, code, key } = request;
  const errors = useQuery({ ...q.errorsOfDay(tenant), enabled: code !== null });
  const advice = errors.data?.errors.find(error => error.code === code)?.advice;
  return (
    <>
      <p className="panel-line">
        <Status status={status} />
        <code>
          {request.method} {request.endpoint}
        </code>
      </p>
      {code && (
        <div className={`notice ${status >= 500 ? 'notice-bad' : 'notice-warn'}`}>
          <span>
            <strong>{code}</strong>
            {advice && <span className="notice-text">{advice}</span>}
          </span>
        </div>
      )}
      <Facts
        facts={[
          ['Request ID', <Mono key="id" text={request.request_id} what="the request ID" />],
          ['When', <ExactTime key="at" at={request.at} seconds />],
          ['Took', milliseconds(request.duration_ms)],
          [
            'Key',
            key ? (
              <span key="key" className="two-lines">
                <Link to="/t/$tenant/keys/$key" params={{ tenant, key: key.id }}>
                  {key.name}
                </Link>
                <code className="faint">{key.hint}</code>
              </span>
            ) : (
              '–'
            ),
          ],
          ['Domain', request.domain ? <DomainName key="domain">{request.domain}</DomainName> : '–'],
        ]}
      />
      <Code title="The same call in a terminal" code={request.curl} />
      <p className="card-more">
        {code && (
          <Link to="/t/$tenant/requests" params={{ tenant }} search={{ code }}>
            Others with {code}
          </Link>
        )}
        {key && (
          <Link to="/t/$tenant/requests" params={{ tenant }} search={{ key: key.id }}>
            Others with this key
          </Link>
        )}
      </p>
    </>
  );
}
