import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LogOut, MonitorX } from 'lucide-react';
import type { AccessEnded, SessionsEnded, SessionView } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { leave } from '../../shell/session';
import { Badge } from '../../ui/badge';
import { Confirm, OpenButton } from '../../ui/dialog';
import { Menu } from '../../ui/menu';
import { TableCard } from '../../ui/page';
import { Time } from '../../ui/time';
import { revokedText } from '../confirmed-dialog';

export function Sessions() {
  const router = useRouter();
  const sessions = useQuery(queries.sessions());
  const everywhere = (
    <Confirm
      title="Log out everywhere?"
      submit="Log out everywhere"
      onSubmit={() => callApi<AccessEnded>('DELETE', ['sessions'])}
      refetch={false}
      done={ended => `You are logged out on all devices.${revokedText(ended)}`}
      onSuccess={() => void leave(router)}
    >
      This ends all your sessions, including this one, and revokes all your access tokens.
    </Confirm>
  );
  return (
    <TableCard
      title="Sessions"
      description="Where you are logged in. Log out everywhere if you lost a device: it also revokes your access tokens."
      actions={
        <>
          {(sessions.data?.length ?? 0) > 1 && <OpenButton icon={MonitorX} label="End others" dialog={<EndOthers />} />}
          <OpenButton icon={LogOut} label="Log out everywhere" dialog={everywhere} />
        </>
      }
      query={sessions}
      skeletonRows={1}
      columns={[
        {
          head: 'Browser',
          phoneTitle: true,
          cell: ({ browser, current }) => (
            <span>
              <strong className="wrap-anywhere">{browser}</strong> {current && <Badge tone="ok">this one</Badge>}
            </span>
          ),
          note: ({ address }) => <span className="text-muted wrap-anywhere">{address}</span>,
        },
        { head: 'Last used', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
        { head: 'Logged in', cell: ({ created_at }) => <Time at={created_at} /> },
        { head: '', phoneCorner: true, cell: session => !session.current && <SessionMenu session={session} /> },
      ]}
    />
  );
}

const SessionMenu = ({ session }: { session: SessionView }) => (
  <Menu
    label={`Actions for ${session.browser}`}
    items={[{ label: 'End session…', icon: LogOut, dialog: <EndSession {...session} />, danger: true }]}
  />
);

const EndSession = ({ id, browser, address }: SessionView) => (
  <Confirm
    title={`End the session of ${browser}?`}
    submit="End session"
    onSubmit={() => callApi<SessionsEnded>('DELETE', ['sessions', id])}
    done="The session has ended."
  >
    This logs you out in that browser{address && ` (${address})`}.
  </Confirm>
);

const EndOthers = () => (
  <Confirm
    title="End your other sessions?"
    submit="End other sessions"
    onSubmit={() => callApi<SessionsEnded>('DELETE', ['sessions', 'others'])}
    done={({ ended }) => `${ended} ${ended === 1 ? 'session has' : 'sessions have'} ended.`}
  >
    This logs you out everywhere except here. Your access tokens keep working.
  </Confirm>
);
