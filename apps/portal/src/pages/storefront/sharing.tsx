import { ExternalLink, Link, Trash2 } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { ShareLink, ShareLinkView, StorefrontView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { Confirm, NewSecret, openDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, useFields } from '../../ui/form';
import { Card, TableCard } from '../../ui/page';
import { Time } from '../../ui/time';
import { originOf, reachableHost } from './address';
import { queries } from '../../api/queries';
import { Menu } from '../../ui/menu';

const OPEN_HOURS = 12;

/** Buttons that open the storefront with the access of a developer, or create a link to share. */
export function Sharing({ storefront: { hosts, access } }: { storefront: StorefrontView }) {
  const host = reachableHost(hosts);
  const problem =
    access === 'off'
      ? 'Nobody can see the pages. Change the access first.'
      : host === undefined
        ? 'The storefront has no address that other machines can reach. Add a host first.'
        : undefined;
  return (
    <Card
      title="Share"
      description="Developers also see the API calls and webhooks of each step, and all domains of the tenant."
    >
      {problem === undefined && host !== undefined ? (
        <ShareForm origin={originOf(host)} />
      ) : (
        <p className="text-muted">{problem}</p>
      )}
    </Card>
  );
}

function ShareForm({ origin }: { origin: string }) {
  const path = ['tenants', useTenant(), 'storefront', 'links'];
  const { values, field } = useFields({ hours: '24' });
  const create = (hours: number) => callApi<ShareLink>('POST', path, { hours });
  const open = useAction(async () => {
    // Browsers allow a new tab only during the click, so it opens before the link exists.
    const tab = window.open('', '_blank');
    try {
      const link = await create(OPEN_HOURS);
      if (!tab) throw new Error('The browser blocked the new tab. Allow pop-ups for this page.');
      tab.opener = null;
      tab.location.replace(origin + link.path);
    } catch (error) {
      tab?.close();
      throw error;
    }
  });
  return (
    <div className="grid grid-cols-1 gap-4.5">
      <p>
        <Button label="Open as developer" icon={ExternalLink} busy={open.isPending} onClick={() => open.mutate()} />
      </p>
      <Form
        onSubmit={() => create(Number(values.hours))}
        onSuccess={link => openDialog(<NewLink url={origin + link.path} expiresAt={link.expires_at} />)}
        submit="Create link"
      >
        <TextField
          label="Hours until the link expires"
          {...field('hours')}
          hint="1 to 168. Until then, anyone with the link can use it, unless you revoke it."
          type="number"
          min={1}
          max={168}
        />
      </Form>
    </div>
  );
}

const NewLink = ({ url, expiresAt }: { url: string; expiresAt: string }) => (
  <NewSecret
    title="Save the share link"
    secret={url}
    description={
      <p>
        It opens the storefront as its developers see it, and expires on <Time at={expiresAt} format="minute" />. You
        will not be able to see it again.
      </p>
    }
  />
);

/** The valid share links of the storefront, without their tokens. */
export function ShareLinks() {
  const links = useQuery(queries.shareLinks(useTenant()));
  return (
    <TableCard
      title="Share links"
      description="Links that can still be used. A link ends when the person who created it is disabled or loses the tenant."
      query={{ ...links, data: links.data?.links }}
      skeletonRows={1}
      empty={{ icon: Link, title: 'No share links', text: 'Links that you create are listed here until they end.' }}
      columns={[
        {
          head: 'Created by',
          phoneTitle: true,
          cell: link => <strong className="wrap-anywhere">{makerOf(link)}</strong>,
          note: ({ person_id }) =>
            person_id === null && <span className="text-muted">Not created by a person of the portal</span>,
        },
        { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
        { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" /> },
        { head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} format="minute" /> },
        { head: '', phoneCorner: true, cell: link => <LinkMenu link={link} /> },
      ]}
    />
  );
}

const makerOf = ({ created_by, person_id }: ShareLinkView): string =>
  created_by === null ? 'Unknown' : person_id === null ? `Command line (${created_by.slice(4)})` : created_by;

function LinkMenu({ link }: { link: ShareLinkView }) {
  const path = ['tenants', useTenant(), 'storefront', 'links', link.id];
  const revoke = (
    <Confirm
      title="Revoke this share link?"
      submit="Revoke link"
      onSubmit={() => callApi('DELETE', path)}
      done="The link was revoked."
    >
      The link that <strong className="wrap-anywhere">{makerOf(link)}</strong> created stops working at once, also for
      visitors who have opened it.
    </Confirm>
  );
  return (
    <Menu
      label={`Actions for the link by ${makerOf(link)}`}
      items={[{ label: 'Revoke…', icon: Trash2, dialog: revoke, danger: true }]}
    />
  );
}
