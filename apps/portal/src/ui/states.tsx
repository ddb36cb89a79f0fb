import { CircleAlert, Lock, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { Button } from './button';

/** Nothing here yet: what would be here, and how it gets here. */
export const Empty = (props: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className="empty">
    {props.icon && (
      <span className="empty-icon" aria-hidden>
        {props.icon}
      </span>
    )}
    <p className="empty-title">{props.title}</p>
    {props.children && <div className="empty-text">{props.children}</div>}
    {props.action}
  </div>
);

/** What went wrong, in the back end's words, and a way on. */
export function Failure({ error, retry }: { error: Error; retry?: () => void }) {
  const { status, requestId } = error instanceof ApiError ? error : { status: undefined, requestId: null };
  const isRefused = status === 403;
  const isGone = status === 404;
  const icon = isRefused ? <Lock size={22} /> : status === 0 ? <WifiOff size={22} /> : <CircleAlert size={22} />;
  return (
    <div className="empty" role="alert">
      <span className="empty-icon" aria-hidden>
        {icon}
      </span>
      <p className="empty-title">{titleOf(status)}</p>
      <div className="empty-text">
        {isGone
          ? 'It may have been removed, or it is older than what is kept.'
          : error instanceof ApiError
            ? error.message
            : 'This page met something that it did not expect.'}
        {requestId && !isRefused && !isGone && (
          <>
            <br />
            Request ID: <code>{requestId}</code>
          </>
        )}
      </div>
      {retry && !isRefused && !isGone && <Button onClick={retry}>Try again</Button>}
    </div>
  );
}

function titleOf(status: number | undefined): string {
  if (status === 403) return 'You may not see this';
  if (status === 404) return 'There is nothing here';
  if (status === 0) return 'No connection';
  return 'This did not work';
}

/** Grey lines in the place of what is to come. */
export const Skeleton = ({ lines = 3, height }: { lines?: number; height?: number }) => (
  <div className="skeleton" aria-hidden>
    {Array.from({ length: lines }, (_, line) => (
      <span key={line} style={height ? { blockSize: height } : undefined} />
    ))}
  </div>
);

/** A query's loading and failing, told the same way everywhere. */
export function Loaded<T>(props: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (data !== undefined) return props.children(data);
  if (error) return <Failure error={error} retry={() => void refetch()} />;
  return (
    <>
      <span className="visually-hidden" role="status">
        Loading
      </span>
      {props.skeleton ?? <Skeleton />}
    </>
  );
}
