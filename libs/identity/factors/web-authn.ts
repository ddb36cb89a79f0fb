import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
  AuthenticationResponseJSON,
} from '@simplewebauthn/server';
import type { PasskeyAssertion, PasskeyAttestation } from '../contract.js';
import { CHALLENGE_SECONDS, type Passkey, type PasskeyCredential } from '../model/passkey.js';
import type { PasskeySite } from './passkey-site.js';

/** Facts about a passkey that its authenticator signs together with the challenge. */
export interface PasskeyUse {
  counter: number;
  backed_up: boolean;
}

interface Expected {
  site: PasskeySite;
  challenge: string;
}

const timeout = CHALLENGE_SECONDS * 1_000;
const UNKNOWN_MODEL = '00000000-0000-0000-0000-000000000000';

/** Loads the library at the first use, because loading is slow and many installations have no passkeys. */
const library = () => import('@simplewebauthn/server');

/** The user ID that authenticators keep; it must not contain personal data. */
export const userHandleOf = (personId: string): string => Buffer.from(personId).toString('base64url');

const credentialOf = ({ credentialId: id, transports }: Passkey) => ({ id, transports });

/**
 * Options for a new passkey. It must be discoverable, so that a login needs no email, and verify its user with a PIN or
 * biometrics. The person's other passkeys are excluded, so that each authenticator has at most one.
 */
export async function creationOptions(
  { rpId }: PasskeySite,
  challenge: Buffer<ArrayBuffer>,
  person: { id: string; email: string },
  existing: Passkey[],
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Nameyard',
    rpID: rpId,
    userName: person.email,
    userDisplayName: person.email,
    userID: Buffer.from(person.id),
    challenge,
    timeout,
    attestationType: 'none',
    excludeCredentials: existing.map(credentialOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Options for a login or a confirmation. */
export async function requestOptions(
  { rpId: rpID }: PasskeySite,
  challenge: Buffer<ArrayBuffer>,
  allowed: Passkey[],
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = allowed.map(credentialOf);
  return generateAuthenticationOptions({ rpID, challenge, timeout, userVerification: 'required', allowCredentials });
}

/** Returns the passkey that a browser has created; undefined if the answer is not valid. */
export async function verifyAttestation(
  { credential_id, client_data, attestation, transports }: PasskeyAttestation,
  { site, challenge }: Expected,
): Promise<PasskeyCredential | undefined> {
  const { verifyRegistrationResponse } = await library();
  const response: RegistrationResponseJSON = {
    ...fieldsOfCredential(credential_id),
    response: { clientDataJSON: client_data, attestationObject: attestation },
  };
  try {
    const { registrationInfo } = await verifyRegistrationResponse({ response, ...expectation(site, challenge) });
    if (!registrationInfo) return undefined;
    const { credential, aaguid, credentialBackedUp } = registrationInfo;
    return {
      rpId: site.rpId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: transports ?? [],
      aaguid: aaguid === UNKNOWN_MODEL ? null : aaguid,
      backedUp: credentialBackedUp,
    };
  } catch {
    return undefined;
  }
}

/** Returns the signed facts; undefined if the answer is not valid. The caller compares the counter. */
export async function verifyAssertion(
  passkey: Passkey,
  { credential_id, client_data, authenticator_data, signature }: PasskeyAssertion,
  { site, challenge }: Expected,
): Promise<PasskeyUse | undefined> {
  const { verifyAuthenticationResponse } = await library();
  const response: AuthenticationResponseJSON = {
    ...fieldsOfCredential(credential_id),
    response: { clientDataJSON: client_data, authenticatorData: authenticator_data, signature },
  };
  const { credentialId: id, publicKey } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
      ...expectation(site, challenge),
    });
    if (!verified) return undefined;
    return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp };
  } catch {
    return undefined;
  }
}

const fieldsOfCredential = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} });

const expectation = ({ origin, rpId }: PasskeySite, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: origin,
  expectedRPID: rpId,
  requireUserVerification: true,
});
