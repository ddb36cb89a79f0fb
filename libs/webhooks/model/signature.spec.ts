import { Webhook } from 'standardwebhooks';
import { hintOf, newSecret, signedHeaders } from './signature.js';

const message = { id: 'evt_1', body: '{"name":"Zoë 🌍"}', at: new Date() };

describe('a secret', () => {
  it('is whsec_ and 32 random bytes in base64', () => {
    const secrets = Array.from({ length: 20 }, newSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(20);
  });

  it('is identified by its last characters', () => {
    expect(hintOf('whsec_abcdefghijk=')).toBe('whsec_…hijk=');
  });
});

describe('the signature', () => {
  it('is accepted by another library, but only with the right secret and body', () => {
    const secret = newSecret();
    const headers = signedHeaders([secret], message);
    expect(new Webhook(secret).verify(message.body, headers)).toEqual(JSON.parse(message.body));
    expect(() => new Webhook(newSecret()).verify(message.body, headers)).toThrow('No matching signature found');
    expect(() => new Webhook(secret).verify(`${message.body} `, headers)).toThrow('No matching signature found');
  });

  it('is made with each secret during a rotation, newest first', () => {
    const [current, old] = [newSecret(), newSecret()];
    const headers = signedHeaders([current, old], message);
    for (const secret of [current, old]) expect(() => new Webhook(secret).verify(message.body, headers)).not.toThrow();
    const [first] = headers['webhook-signature'].split(' ');
    expect(first).toBe(signedHeaders([current], message)['webhook-signature']);
  });

  it('has the time of the attempt in seconds', () => {
    const at = new Date('2027-01-01T00:00:00.999Z');
    expect(signedHeaders([newSecret()], { ...message, at })['webhook-timestamp']).toBe('1798761600');
  });
});
