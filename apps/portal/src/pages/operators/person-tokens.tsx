import { useQuery } from '@tanstack/react-query';
import type { AccessTokenView, PersonView } from '#identity/contract';
import { callApi } from '../../api/client';
import { queries } from '../../api/queries';
import { Dialog } from '../../ui/dialog';
import { AccessTokenTable } from '../account/access-tokens';

/** The access tokens of a person, which operators can revoke. */
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
