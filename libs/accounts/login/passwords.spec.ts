import { Passwords } from './passwords.js';

describe('passwords', () => {
  const passwords = new Passwords();

  it('match their own hash and no other, and nobody has one that matches', async () => {
    const hash = await passwords.hash('seven rabbits under a kettle');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await passwords.hash('seven rabbits under a kettle'));
    expect(await passwords.matches('seven rabbits under a kettle', hash)).toBe(true);
    expect(await passwords.matches('seven rabbits under a kettle ', hash)).toBe(false);
    expect(await passwords.matches('', undefined)).toBe(false);
  });

  it('are hashed in turn: 34 of 40 at once, the others are told to come again', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => passwords.matches(`${n}`, undefined)));
    const refused = tries.flatMap(tried => (tried.status === 'rejected' ? [(tried.reason as Error).name] : []));
    expect(refused).toEqual(Array.from({ length: 6 }, () => 'TooManyLogins'));
    expect(await passwords.matches('afterwards', undefined)).toBe(false);
  });
});
