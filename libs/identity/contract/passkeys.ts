import { ApiProperty } from '@nestjs/swagger';
import { NullableDateTime, StringListField, TextField } from '#platform/contract';
import { MAX_PASSKEY_NAME } from '../model/passkey.js';

export class PasskeyView {
  @ApiProperty({ description: 'ID of the passkey.', example: 'psk_01920b3c6a7d7f0e8a4c5b6d7e8f9012' })
  id: string;

  @ApiProperty({ description: 'Name of the passkey.', example: 'Work laptop' })
  name: string;

  @ApiProperty({
    description: 'Host name of the portal for which the passkey was created. Browsers offer it only there.',
    example: 'sandbox.example.com',
  })
  host: string;

  @ApiProperty({
    description: 'Whether the passkey is synchronized between devices, for example by a password manager.',
  })
  backed_up: boolean;

  @ApiProperty({ format: 'date-time', description: 'Time when the passkey was added.' })
  created_at: string;

  @NullableDateTime('Time of the last login with the passkey; null if it was not used.', null)
  last_used_at: string | null;
}

const OPTIONS = { type: Object, additionalProperties: true };

export class PasskeyCreation {
  @ApiProperty({
    ...OPTIONS,
    description: '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`.',
    example: { challenge: 'xJ3…', rp: { id: 'sandbox.example.com', name: 'Nameyard' } },
  })
  options: object;
}

export class PasskeyRequest {
  @ApiProperty({
    ...OPTIONS,
    description: '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`.',
    example: { challenge: 'xJ3…', rpId: 'sandbox.example.com' },
  })
  options: object;
}

const NameField = () =>
  TextField({ max: MAX_PASSKEY_NAME, description: 'Name of the passkey.', example: 'Work laptop' });

const CredentialField = () =>
  TextField({ max: 2_000, description: 'ID of the credential (base64url).', example: 'q7Yp0eHkT2mXw1rBv9sZ4g' });

const ClientDataField = () =>
  TextField({ max: 10_000, description: '`clientDataJSON` of the response (base64url).', example: 'eyJ0eXBlIjoi' });

/** The answer of a browser that has created a passkey. */
export class PasskeyAttestation {
  @NameField()
  name: string;

  @CredentialField()
  credential_id: string;

  @ClientDataField()
  client_data: string;

  @TextField({
    max: 20_000,
    description: '`attestationObject` of the response (base64url).',
    example: 'o2NmbXRkbm9uZQ',
  })
  attestation: string;

  @StringListField({
    optional: true,
    maxItems: 10,
    description: 'Transports that the browser reports (`getTransports()`).',
    example: ['internal', 'hybrid'],
  })
  transports?: string[];
}

/** The answer of a browser that has signed a challenge with a passkey. */
export class PasskeyAssertion {
  @CredentialField()
  credential_id: string;

  @ClientDataField()
  client_data: string;

  @TextField({ max: 10_000, description: '`authenticatorData` of the response (base64url).', example: 'SZYN5YgOjGh0' })
  authenticator_data: string;

  @TextField({ max: 10_000, description: '`signature` of the response (base64url).', example: 'MEUCIQDx3mZ' })
  signature: string;

  @TextField({
    max: 200,
    optional: true,
    description: '`userHandle` of the response (base64url).',
    example: 'dXNyXzAxOTIwYjNj',
  })
  user_handle?: string;
}

export class PasskeyName {
  @NameField()
  name: string;
}

export class PasskeyAdded {
  @ApiProperty({ type: PasskeyView, description: 'The passkey.' })
  passkey: PasskeyView;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'Recovery codes if the passkey is the first factor, else null. Shown only once.',
    example: ['k7m2-x9qw-3hn5-v8bc'],
  })
  codes: string[] | null;
}

export class SecondStep {
  @ApiProperty({ description: 'Whether the person has an authenticator app.' })
  totp: boolean;

  @ApiProperty({ description: 'Whether the person has a passkey for the host of the request.' })
  passkey: boolean;
}
