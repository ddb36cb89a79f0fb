import { ExternalLink } from 'lucide-react';
import type { ShareLink, StorefrontView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { useAction } from '../../api/use-action';
import { useTenant } from '../../shell/session';
import { Button } from '../../ui/button';
import { NewSecret, openDialog } from '../../ui/dialog';
import { TextField } from '../../ui/field';
import { Form, useFields } from '../../ui/form';
import { Card } from '../../ui/page';
import { Time } from '../../ui/time';
import { originOf, reachableHost } from './address';

const OPEN_HOURS = 12;

/** Opens the storefront as its developers see it, here or through a link. */
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
        <Button icon={ExternalLink} busy={open.isPending} onClick={() => open.mutate()}>
          Open as developer
        </Button>
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
