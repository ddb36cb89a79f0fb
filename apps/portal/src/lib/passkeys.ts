import type { PasskeyAssertion, PasskeyAttestation, PasskeyCreation, PasskeyRequest } from '#identity/contract';
import { ApiError } from '../api/client';

const IP_ADDRESS = /^(\d+\.){3}\d+$|^\[/;

/** Whether the page can use passkeys: browsers require https or localhost, and a host name instead of an IP address. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !IP_ADDRESS.test(location.hostname);

/** Loaded on demand, because most people do not use passkeys. */
const library = () => import('@simplewebauthn/browser');

export async function createPasskey({ options }: PasskeyCreation, name: string): Promise<PasskeyAttestation> {
  const { startRegistration } = await library();
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON'];
  const { id, response } = await startRegistration({ optionsJSON }).catch(refuse);
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { name, credential_id: id, client_data: clientDataJSON, attestation: attestationObject, transports };
}

export async function signWithPasskey({ options }: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await library();
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON'];
  const { id, response } = await startAuthentication({ optionsJSON }).catch(refuse);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    credential_id: id,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    ...(userHandle && { user_handle: userHandle }),
  };
}

function refuse(error: unknown): never {
  const { name } = error as Error;
  if (name === 'InvalidStateError')
    throw new ApiError(0, 'PASSKEY_EXISTS', 'This device already has a passkey of your account.');
  // Browsers do not say whether the person canceled, waited too long or has no passkey.
  throw new ApiError(0, 'PASSKEY_NOT_USED', 'The browser returned no passkey. Try again.');
}
