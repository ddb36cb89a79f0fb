import { CircleAlert, Lock, type LucideIcon, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '../api/client';
import { Button } from './button';

export interface EmptyProps {
  icon?: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  role?: 'alert';
}

/** Placeholder for missing content, with the reason and what to do. */
export const Empty = ({ icon: Icon, title, text, action, role }: EmptyProps) => (
  <div className="grid justify-items-center gap-2 px-6 py-13 text-center [&>.inline-flex]:mt-2.5" role={role}>
    {Icon && (
      <span className="mb-1 grid size-11 place-items-center rounded-xl border border-line text-muted">
        <Icon size={22} />
      </span>
    )}
    <p className="font-semibold">{title}</p>
    {text && <div className="max-w-[46ch] text-secondary">{text}</div>}
    {action}
  </div>
);

const RETRYABLE = { icon: CircleAlert, title: 'Something went wrong', canRetry: true };

/** Errors with a special title, by HTTP status. */
const FAILURES: Record<number, typeof RETRYABLE> = {
  0: { icon: WifiOff, title: 'No connection', canRetry: true },
  403: { icon: Lock, title: 'Access denied', canRetry: false },
  404: { icon: CircleAlert, title: 'Not found', canRetry: false },
};

/** An error instead of the content. If a retry can help, with the request ID and a retry button. */
export function Failure({ error, retry }: { error: Error; retry: () => unknown }) {
  const { status, requestId } = error instanceof ApiError ? error : { status: 500, requestId: null };
  const { icon, title, canRetry } = FAILURES[status] ?? RETRYABLE;
  const message = error instanceof ApiError ? error.message : 'An unexpected error occurred on this page.';
  const text = (
    <>
      {status === 404 ? (
        'It was removed, or it is older than the retention period.'
      ) : (
        <MarkedText>{message}</MarkedText>
      )}
      {requestId && canRetry && (
        <>
          <br />
          Request ID: <code>{requestId}</code>
        </>
      )}
    </>
  );
  const action = canRetry && <Button label="Try again" onClick={() => void retry()} />;
  return <Empty role="alert" icon={icon} title={title} text={text} action={action} />;
}

/** Gray bars instead of content that is loading. */
export const Skeleton = ({ lines = 3, height }: { lines?: number; height?: number }) => (
  <div className="grid gap-3" aria-hidden>
    {Array.from({ length: lines }, (_, line) => (
      <span
        key={line}
        className="block h-3.5 animate-fade rounded-sm bg-hover not-first:last:w-[60%]"
        style={height ? { blockSize: height } : undefined}
      />
    ))}
  </div>
);

/** Shows the data of a query, its error, or a skeleton while it loads. */
export function Loaded<T>(props: {
  query: { data: T | undefined; error: Error | null; refetch: () => unknown };
  skeleton?: ReactNode;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}) {
  const { data, error, refetch } = props.query;
  if (props.empty && Array.isArray(data) && data.length === 0) return props.empty;
  if (data !== undefined) return props.children(data);
  if (error) return <Failure error={error} retry={refetch} />;
  return (
    <>
      <span className="sr-only" role="status">
        Loading
      </span>
      {props.skeleton ?? <Skeleton />}
    </>
  );
}

const CODE = /`([^`]+)`/;

/** Text from the server, in which backticks mark code. */
export const MarkedText = ({ children }: { children: string }) =>
  // Every second part is the text between two backticks.
  children.split(CODE).map((part, index) => (index % 2 === 0 ? part : <code key={index}>{part}</code>));
