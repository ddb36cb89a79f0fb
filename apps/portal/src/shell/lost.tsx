import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { buttonClass } from '../ui/button';
import { Page } from '../ui/page';
import { Empty, Failure } from '../ui/states';

export const NotFound = () => (
  <Page title="Page not found">
    <Empty
      icon={<SearchX size={22} />}
      title="There is no page at this address"
      action={
        <Link to="/" className={buttonClass('secondary')}>
          Go to the overview
        </Link>
      }
    >
      Check the address, or begin again from the overview.
    </Empty>
  </Page>
);

/** A part that cannot be fetched any more is of a version that is gone: the page is loaded anew. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const known = error instanceof Error ? error : new Error(String(error));
  return (
    <Page title="This page failed">
      <Failure error={known} retry={() => (/import|module/.test(known.message) ? location.reload() : reset())} />
    </Page>
  );
}
