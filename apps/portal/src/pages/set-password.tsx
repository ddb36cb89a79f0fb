import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import type { LinkPreview, PersonView } from '#identity/contract';
import { ApiError, callApi } from '../api/client';
import { useReturnAfterLogin } from '../shell/return-after-login';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { Form, useFields } from '../ui/form';
import { MarkedText } from '../ui/placeholders';
import { Time } from '../ui/time';
import { undefinedIfSecondStep } from './login';
import { LoginCard, LoginLink } from './login-card';

/** Page of an invitation or of a link to reset a password. The token is the fragment of the URL. */
export default function SetPassword() {
  const token = useLocation({ select: ({ hash }) => hash });
  const link = useQuery({
    queryKey: ['link', token],
    queryFn: () => callApi<LinkPreview>('POST', ['links', 'check'], { token }),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
    // Not cached, because the cache key contains the token.
    gcTime: 0,
  });
  if (token === '') return <IncompleteLink />;
  if (link.data) return <PasswordForm token={token} link={link.data} />;
  if (link.error) return <ClosedLink error={link.error} retry={() => void link.refetch()} />;
  return <LoginCard title="Set a password" description={<span role="status">Checking the link…</span>} />;
}

function PasswordForm({ token, link }: { token: string; link: LinkPreview }) {
  const enter = useReturnAfterLogin();
  const navigate = useNavigate();
  const { values, field } = useFields({ password: '', repeated: '' });
  const { password, repeated } = values;
  const isInvitation = link.kind === 'invitation';
  return (
    <LoginCard
      title={isInvitation ? 'Welcome to Nameyard' : 'Set a new password'}
      description={
        <>
          {isInvitation ? 'Choose a password for ' : 'Choose a new password for '}
          <strong>{link.email}</strong>.{!isInvitation && ' This ends your sessions on all devices.'}
        </>
      }
    >
      <Form
        onSubmit={() => undefinedIfSecondStep(callApi<PersonView>('POST', ['links', 'use'], { token, password }))}
        refetch={false}
        onSuccess={person => (person ? enter(person) : void navigate({ to: '/login', search: { step: 'code' } }))}
        submit="Set password and log in"
        disabled={password === '' || repeated !== password}
      >
        <input type="hidden" name="username" autoComplete="username" value={link.email} readOnly />
        <TextField
          label="New password"
          {...field('password')}
          hint="12 to 128 characters, and not a common password."
          type="password"
          autoComplete="new-password"
          autoFocus
        />
        <TextField
          label="Repeat the password"
          {...field('repeated')}
          error={repeated !== '' && !password.startsWith(repeated) ? 'Must be the same password' : undefined}
          type="password"
          autoComplete="new-password"
        />
      </Form>
      <p className="text-sm text-muted">
        The link works once, until <Time at={link.expires_at} format="minute" />.
      </p>
    </LoginCard>
  );
}

const TITLES: Record<string, string> = {
  LINK_NOT_FOUND: 'This link does not exist',
  LINK_EXPIRED: 'This link has expired',
  LINK_USED: 'This link was already used',
  LINK_REVOKED: 'This link no longer works',
};

function ClosedLink({ error, retry }: { error: Error; retry: () => void }) {
  const title = error instanceof ApiError ? TITLES[error.code] : undefined;
  return (
    <LoginCard title={title ?? 'The link could not be checked'} description={<MarkedText>{error.message}</MarkedText>}>
      {title ? <LoginLink /> : <Button label="Try again" onClick={retry} />}
    </LoginCard>
  );
}

const IncompleteLink = () => (
  <LoginCard
    title="This link is incomplete"
    description="Copy the whole address of the link, including the part after the number sign (#)."
  >
    <LoginLink />
  </LoginCard>
);
