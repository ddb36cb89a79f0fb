import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { PersonView } from '#identity/contract';
import { callApi } from '../../api/client';
import { useReturnAfterLogin } from '../../shell/return-after-login';
import { MarkedText } from '../../ui/placeholders';
import { LoginCard, LoginLink } from '../login-card';

/** The server redirects to this page after a login with OpenID Connect. Reads the session and opens the requested page. */
export default function LoggedIn() {
  const { back } = useSearch({ from: '/logged-in' });
  const enter = useRef(useReturnAfterLogin());
  const { data: person, error } = useQuery({
    queryKey: ['logged-in'],
    queryFn: () => callApi<PersonView>('GET', ['session']),
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (person) enter.current(person, back);
  }, [person, back]);
  if (!error) return <LoginCard title="Logging in" description={<span role="status">Opening the portal…</span>} />;
  return (
    <LoginCard title="The login did not succeed" description={<MarkedText>{error.message}</MarkedText>}>
      <LoginLink back={back} />
    </LoginCard>
  );
}
