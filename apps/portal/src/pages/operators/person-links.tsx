import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type {
  AccessTokenView,
  LinkView,
  PasswordReset,
  PersonView,
  PersonWithLink,
  PersonWithPassword,
} from '#identity/contract';
import { callApi } from '../../api/client';
import { Badge } from '../../ui/badge';
import { Confirm, Dialog, NewSecret, openDialog } from '../../ui/dialog';
import { SegmentedField } from '../../ui/field';
import { ErrorText } from '../../ui/form';
import { Time } from '../../ui/time';
import { ConfirmedDialog, revokedText } from '../confirmed-dialog';
import { queries } from '../../api/queries';
import { AccessTokenTable } from '../account/access-tokens';

/** How a person gets a password: with a link, or with a generated password. */
export type Way = 'link' | 'password';

interface WayFieldProps {
  value: Way;
  onChange: (way: Way) => void;
  hints: Record<Way, string>;
}

export const WayField = ({ value, onChange, hints }: WayFieldProps) => (
  <SegmentedField
    label="Password"
    hint={hints[value]}
    options={{ link: 'They set it with a link', password: 'Generate one' }}
    value={value}
    onChange={onChange}
  />
);

export const showNewLogin = (made: PersonWithPassword | PasswordReset | PersonWithLink) =>
  openDialog('url' in made ? <NewLink {...made} /> : <NewPassword {...made} />);

const NewPassword = ({ person, password, ...reset }: PersonWithPassword | PasswordReset) => (
  <NewSecret
    title={`Password of ${person.email}`}
    secret={password}
    description={
      <p>
        You will not be able to see it again. Send it to them over a secure channel, together with the address of the
        portal: <code className="wrap-anywhere">{`${location.origin}/portal`}</code>.
        {'revoked_tokens' in reset && revokedText(reset)}
      </p>
    }
  />
);

const NewLink = ({ person, link, url, mail }: PersonWithLink) => (
  <NewSecret
    title={link.kind === 'invitation' ? `Invitation for ${person.email}` : `Reset link for ${person.email}`}
    secret={url}
    description={
      <p>
        {mail?.sent
          ? `The link was sent to ${person.email}; you can also give it to them yourself. `
          : 'Send this link to them over a secure channel. '}
        Everyone who has it can set the password of the account. It works once, until{' '}
        <Time at={link.expires_at} format="minute" />, and you will not be able to see it again.
      </p>
    }
  >
    {mail?.problem && <ErrorText>{`The mail was not sent: ${mail.problem}`}</ErrorText>}
  </NewSecret>
);

/** Resets the password of a person, or sends their invitation again. */
export function ResetPassword({ person, link }: { person: PersonView; link: LinkView | undefined }) {
  const [way, setWay] = useState<Way>('link');
  const isInvited = link?.kind === 'invitation';
  const path = ['people', person.id, way];
  return (
    <ConfirmedDialog
      title={isInvited ? `Invite ${person.email} again?` : `Reset the password of ${person.email}?`}
      submit={way === 'password' ? 'Generate a password' : isInvited ? 'Create invitation' : 'Create reset link'}
      onSubmit={confirmation => callApi<PasswordReset | PersonWithLink>('POST', path, confirmation)}
      onSuccess={showNewLogin}
    >
      <WayField
        value={way}
        onChange={setWay}
        hints={{
          link: isInvited
            ? 'The new link is shown once and works for 7 days. It replaces the previous one.'
            : 'The link is shown once and works for one hour. Their password, sessions and access tokens end when they use it.',
          password: 'The new password is shown once. Their password, sessions, links and access tokens end now.',
        }}
      />
    </ConfirmedDialog>
  );
}

export const RevokeLink = ({ person, link }: { person: PersonView; link: LinkView }) => (
  <Confirm
    title={`Revoke the ${link.kind === 'invitation' ? 'invitation' : 'reset link'} of ${person.email}?`}
    submit="Revoke"
    onSubmit={() => callApi<LinkView>('DELETE', ['people', person.id, 'link'])}
    done="The link no longer works."
  >
    The link stops working immediately. You can create another one at any time.
  </Confirm>
);

export function PersonStatus({ person, link }: { person: PersonView; link: LinkView | undefined }) {
  if (person.disabled) return <Badge tone="bad">disabled</Badge>;
  if (link?.kind !== 'invitation') return <Badge tone="ok">active</Badge>;
  const [tone, text] =
    link.status === 'open' ? (['info', 'invited'] as const) : (['warn', `invitation ${link.status}`] as const);
  return <Badge tone={tone}>{text}</Badge>;
}

export const PersonTokens = ({ person: { id, email } }: { person: PersonView }) => (
  <Dialog title={`Access tokens of ${email}`} wide>
    <Tokens id={id} />
  </Dialog>
);

function Tokens({ id }: { id: string }) {
  const tokens = useQuery(queries.personTokens(id));
  return (
    <AccessTokenTable
      query={tokens}
      revoke={token => callApi<AccessTokenView>('POST', ['people', id, 'tokens', token, 'revoke'])}
      empty={<p className="text-sm text-muted">This person has no access tokens.</p>}
    />
  );
}
