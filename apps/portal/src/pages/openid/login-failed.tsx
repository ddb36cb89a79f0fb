import { useSearch } from '@tanstack/react-router';
import { LoginCard, LoginLink } from '../login-card';

const UNEXPECTED: [title: string, text: string] = [
  'The login did not succeed',
  'The provider answered with an error. Try again. If the problem persists, ask an operator to look at the log of the service.',
];

/** Titles and texts by the reason that the server sends; for `provider_error`, `UNEXPECTED` applies. */
const REASONS: Record<string, [title: string, text: string]> = {
  unavailable: [
    'The provider is not reachable',
    'Nameyard cannot reach the provider at the moment. Try again later, or log in with your password.',
  ],
  expired: [
    'The login took too long',
    'It was not completed within ten minutes, or it was started in another browser. Start again.',
  ],
  denied: [
    'The login was canceled',
    'The provider did not confirm who you are. Try again, or log in with your password.',
  ],
  unverified_email: [
    'Your email address is not verified',
    'The provider did not confirm your email address. Verify it there and try again.',
  ],
  unknown_person: [
    'You have no account here',
    'The provider confirmed who you are, but no account of Nameyard has your email address. Ask an operator to add you.',
  ],
  disabled: ['Your account is disabled', 'Ask an operator to enable it.'],
  account_changed: [
    'Your account was changed during the login',
    'Someone changed its password or its access at the same time. Try again.',
  ],
  other_identity: [
    'Your account belongs to another login',
    'Your account is connected with another login of the provider. Ask an operator to disconnect it.',
  ],
};

export default function LoginFailed() {
  const { reason = '' } = useSearch({ from: '/login-failed' });
  const [title, text] = (Object.hasOwn(REASONS, reason) && REASONS[reason]) || UNEXPECTED;
  return (
    <LoginCard title={title} description={text}>
      <LoginLink />
    </LoginCard>
  );
}
