import { useQuery } from '@tanstack/react-query';
import { Link, Trash2 } from 'lucide-react';
import type { ShareLinkView } from '#storefront/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Confirm, openDialog } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { Card } from '../../ui/page';
import { Empty } from '../../ui/placeholders';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';

/** The valid share links of the storefront, without their tokens. */
export function ShareLinks() {
  const links = useQuery(queries.shareLinks(useTenant()));
  return (
    <Card
      flush
      title="Share links"
      description="Links that can still be used. A link ends when the person who created it is disabled or loses the tenant."
    >
      <Table
        label="Share links"
        query={{ ...links, data: links.data?.links }}
        keyOf={({ id }) => id}
        skeletonRows={1}
        empty={
          <Empty icon={Link} title="No share links" text="Links that you create are listed here until they end." />
        }
        columns={[
          {
            head: 'Created by',
            lead: true,
            cell: link => (
              <span className="two-lines">
                <strong className="wrap-anywhere">{makerOf(link)}</strong>
                {link.person_id === null && <span className="text-muted">Not created by a person of the portal</span>}
              </span>
            ),
          },
          { head: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
          { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} never="Never" /> },
          { head: 'Expires', cell: ({ expires_at }) => <Time at={expires_at} format="minute" /> },
          { head: '', corner: true, cell: link => <LinkMenu link={link} /> },
        ]}
      />
    </Card>
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
      <p>
        The link that <strong className="wrap-anywhere">{makerOf(link)}</strong> created stops working at once, also for
        visitors who have opened it.
      </p>
    </Confirm>
  );
  return (
    <Menu
      label={`Actions for the link by ${makerOf(link)}`}
      items={[{ label: 'Revoke…', icon: Trash2, onSelect: () => openDialog(revoke), danger: true }]}
    />
  );
}
