import { useQuery } from '@tanstack/react-query';
import type { PersonView } from '#identity/contract';
import { queries } from '../../api/queries';
import { hasPasskeys } from '../../lib/passkeys';
import { buttonClass } from '../../ui/button';
import { PasskeyButton } from './passkey-button';

interface OtherMethodsProps {
  back: string | undefined;
  onSuccess: (person: PersonView) => void;
}

/** Ways to log in without a password, as far as the installation and the browser have them. */
export function OtherMethods({ back, onSuccess }: OtherMethodsProps) {
  const { data } = useQuery(queries.loginMethods());
  const offersPasskeys = data?.passkeys === true && hasPasskeys();
  if (!data?.openid && !offersPasskeys) return null;
  const query = back === undefined ? '' : `?${new URLSearchParams({ back })}`;
  return (
    <>
      <p className="text-center text-muted">or</p>
      {offersPasskeys && <PasskeyButton step="passkey" onSuccess={onSuccess} />}
      {/* The server redirects to the provider. */}
      {data.openid && (
        <a className={buttonClass()} href={`/portal/openid/start${query}`}>
          Log in with {data.openid}
        </a>
      )}
    </>
  );
}
