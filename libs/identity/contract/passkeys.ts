import { DateTime, NullableDateTime, Property, StringListField, TextField } from '#platform/contract';
import { MAX_PASSKEY_NAME } from '../model/passkey.js';

export class PasskeyView {
  /** ID of the passkey. @example psk_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  id: string;

  /** Name of the passkey. @example "Work laptop" */
  name: string;

  /**
   * Host name of the portal for which the passkey was created. Browsers offer it only there.
   * @example sandbox.example.com
   */
  host: string;

  /** Whether the passkey is synchronized between devices, for example by a password manager. */
  backed_up: boolean;

  /** Time when the passkey was added. */
  @DateTime() created_at: string;

  @NullableDateTime('Time of the last login with the passkey; null if it was not used.', null)
  last_used_at: string | null;
}

const OPTIONS = { type: Object, additionalProperties: true };

export class PasskeyCreation {
  /**
   * `PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`.
   * @example { "challenge": "xJ3…", "rp": { "id": "sandbox.example.com", "name": "Nameyard" }}
   */
  @Property({ ...OPTIONS }) options: object;
}

export class PasskeyRequest {
  /**
   * `PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`.
   * @example { "challenge": "xJ3…", "rpId": "sandbox.example.com" }
   */
  @Property({ ...OPTIONS }) options: object;
}

const NameField = () =>
  TextField({ max: MAX_PASSKEY_NAME, description: 'Name of the passkey.', example: 'Work laptop' });

const CredentialField = () =>
  TextField({ max: 2_000, description: 'ID of the credential (base64url).', example: 'q7Yp0eHkT2mXw1rBv9sZ4g' });

const ClientDataField = () =>
  TextField({ max: 10_000, description: '`clientDataJSON` of the response (base64url).', example: 'eyJ0eXBlIjoi' });

/** The answer of a browser that has created a passkey. */
export class PasskeyAttestation {
  @NameField() name: string;

  @CredentialField() credential_id: string;

  @ClientDataField() client_data: string;

  /** `attestationObject` of the response (base64url). @example o2NmbXRkbm9uZQ */
  @TextField({ max: 20_000 }) attestation: string;

  /** Transports that the browser reports (`getTransports()`). @example ["internal", "hybrid"] */
  @StringListField({ optional: true, maxItems: 10 }) transports?: string[];
}

/** The answer of a browser that has signed a challenge with a passkey. */
export class PasskeyAssertion {
  @CredentialField() credential_id: string;

  @ClientDataField() client_data: string;

  /** `authenticatorData` of the response (base64url). @example SZYN5YgOjGh0 */
  @TextField({ max: 10_000 }) authenticator_data: string;

  /** `signature` of the response (base64url). @example MEUCIQDx3mZ */
  @TextField({ max: 10_000 }) signature: string;

  /** `userHandle` of the response (base64url). @example dXNyXzAxOTIwYjNj */
  @TextField({ max: 200, optional: true }) user_handle?: string;
}

export class PasskeyName {
  @NameField() name: string;
}

export class PasskeyAdded {
  /** The passkey. */
  passkey: PasskeyView;

  /** Recovery codes if the passkey is the first factor, else null. Shown only once. @example ["k7m2-x9qw-3hn5-v8bc"] */
  codes: string[] | null;
}

export class SecondStep {
  /** Whether the person has an authenticator app. */
  totp: boolean;

  /** Whether the person has a passkey for the host of the request. */
  passkey: boolean;
}
