import { Passwords } from './passwords.js';

describe('passwords', () => {
  const passwords = new Passwords();

  it('are hashed in turn: 34 of 40 at once, the others are told to come again', async () => {
    const tries = await Promise.allSettled(Array.from({ length: 40 }, (_, n) => passwords.matches(`${n}`, undefined)));
    const refused = tries.flatMap(tried => (tried.status === 'rejected' ? [(tried.reason as Error).name] : []));
    expect(refused).toEqual(Array.from({ length: 6 }, () => 'TooManyLogins'));
    expect(await passwords.matches('afterwards', undefined)).toBe(false);
  });
});
