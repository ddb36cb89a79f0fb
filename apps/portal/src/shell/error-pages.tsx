import { type ErrorComponentProps } from '@tanstack/react-router';
import { Hourglass, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TenantDetails } from '#tenancy/contract';
import { PageLink } from './links';
import { Page } from '../ui/page';
import { Empty, type EmptyProps, Failure } from '../ui/placeholders';

interface MissingPageProps extends Omit<EmptyProps, 'title'> {
  title?: string;
  parent?: ReactNode;
  message: string;
}

/** Shown instead of a page that does not exist or that the user cannot see. */
export const MissingPage = ({ title, parent, message, ...empty }: MissingPageProps) => (
  <Page parent={parent} {...(title && { title })}>
    <Empty title={message} {...empty} />
  </Page>
);

export const NotFound = () => (
  <MissingPage
    title="Page not found"
    icon={SearchX}
    message="This page does not exist"
    action={<HomeLink />}
    text="Check the address, or start from the overview."
  />
);

export const TenantNotFound = ({ slug }: { slug: string }) => (
  <MissingPage
    title="Tenant not found"
    icon={SearchX}
    message={`Tenant “${slug}” not found`}
    action={<HomeLink />}
    text="It does not exist, or you do not have access to it."
  />
);

interface WorldNotFoundProps {
  slug: string;
  /** The tenant of the world; null if this page was opened after the end of the world. */
  parent: TenantDetails['parent'];
}

export const WorldNotFound = ({ slug, parent }: WorldNotFoundProps) => (
  <MissingPage
    title="World not found"
    icon={Hourglass}
    message={parent ? `World “${slug}” has ended` : `World “${slug}” not found`}
    action={
      parent ? (
        <PageLink
          to="/t/$tenant/worlds/$world"
          params={{ tenant: parent.slug, world: slug }}
          variant="primary"
          label="Read what happened"
        />
      ) : (
        <HomeLink />
      )
    }
    text={
      parent
        ? 'Its data was removed. What happened in it is kept for 7 days.'
        : 'It has ended, or you do not have access to it. The data of a world is removed at its end.'
    }
  />
);

export const OperatorsOnly = () => (
  <MissingPage
    icon={Lock}
    message="Only operators can see this page"
    text="If you need access, ask an operator to change your role."
  />
);

const HomeLink = () => <PageLink to="/" variant="secondary" label="Go to overview" />;

/** Shown when a page throws. A script that cannot be loaded means that a new version was deployed, so the retry reloads. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const cause = error instanceof Error ? error : new Error(String(error));
  return (
    <Page title="Error">
      <Failure error={cause} retry={() => (/import|module/.test(cause.message) ? location.reload() : reset())} />
    </Page>
  );
}
