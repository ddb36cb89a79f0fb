import { type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../ui/placeholders';

export const loading = <Skeleton lines={1} height={300} />;

/** A chart or its table, with a summary. */
export const Figure = ({ summary, children }: { summary: ReactNode; children: ReactNode }) => (
  <figure className="has-[svg]:min-h-84">
    <figcaption className="mb-3.5 text-secondary">{summary}</figcaption>
    <Suspense fallback={loading}>{children}</Suspense>
  </figure>
);
