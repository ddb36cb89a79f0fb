import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error -- the package has no types
import { Provider } from 'oidc-provider';
import { registerCleanup } from './cleanup.js';

const CLIENT = { id: 'nameyard', secret: 'a-secret-of-the-client' };

/** A person at the provider. */
interface ProviderAccount {
  sub: string;
  email: string;
  verified: boolean;
}

/** An OpenID Connect provider that confirms `account` without a form, or denies the login. */
export class TestProvider {
  account: ProviderAccount | 'denied' = 'denied';
  /** Whether ID tokens are signed with a key that the provider does not publish. */
  signsWithWrongKey = false;
  private provider: Context | undefined;

  private constructor(readonly issuer: string) {}

  /** Starts the server. Until `open`, the provider is unavailable. */
  static async start(): Promise<TestProvider> {
    const server = createServer((request, response) => void provider.handle(request, response));
    await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
    const provider = new TestProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    registerCleanup(async () => {
      server.closeAllConnections();
      await new Promise(closed => server.close(closed));
    });
    return provider;
  }

  get settings() {
    return { oidcIssuer: this.issuer, oidcClientId: CLIENT.id, oidcClientSecret: CLIENT.secret, oidcName: 'Acme' };
  }

  open(redirectUri: string): void {
    const configuration = {
      clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
      jwks: { keys: [newKey().export({ format: 'jwk' })] },
      cookies: { keys: ['a key of the cookies'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: () => '/interaction' },
      pkce: { required: () => true },
      ttl: { Interaction: 60, Session: 60, Grant: 60, AccessToken: 60, IdToken: 60 },
      findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => this.claims() }),
      loadExistingGrant: async ({ oidc }: Context) => {
        const grant = new oidc.provider.Grant({ accountId: oidc.session.accountId, clientId: CLIENT.id });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    };
    this.provider = new Provider(this.issuer, toNative(configuration));
  }

  private claims() {
    const { sub, email, verified } = this.account as ProviderAccount;
    return { sub, email, email_verified: verified };
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.provider) return void response.writeHead(503).end();
    if (request.url === '/token' && this.signsWithWrongKey) signAgain(response);
    if (request.url !== '/interaction') return void this.provider.callback()(request, response);
    const { account } = this;
    const result = account === 'denied' ? { error: 'access_denied' } : { login: { accountId: account.sub } };
    await this.provider.interactionFinished(request, response, result);
  }
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

/** Replaces the signature of the ID token in a response with that of another key. */
function signAgain(response: ServerResponse): void {
  const end = response.end.bind(response) as (body: unknown) => ServerResponse;
  const replaced = (_all: string, signed: string) =>
    `"id_token":"${signed}.${sign('sha256', Buffer.from(signed), newKey()).toString('base64url')}"`;
  response.end = ((body: unknown) =>
    end(String(body).replace(/"id_token":"([\w-]+\.[\w-]+)\.[\w-]+"/, replaced))) as typeof response.end;
}

// oxlint-disable-next-line no-explicit-any -- the package has no types
type Context = any;

/** Prototype of objects that Node.js itself creates. Test files have an `Object` of their own. */
const NATIVE = Object.getPrototypeOf(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' })) as object;

/** Makes plain objects those of Node.js: the package accepts no others in its configuration. */
function toNative<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const member of Object.values(value)) toNative(member);
  return Array.isArray(value) ? value : (Object.setPrototypeOf(value, NATIVE) as T);
}
