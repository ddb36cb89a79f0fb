import { hashPassword, matchesHash } from './password-hash.js';

describe('password hashes', () => {
  it('match their own password only and differ each time', async () => {
    const hash = await hashPassword('seven rabbits under a kettle');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toBe(await hashPassword('seven rabbits under a kettle'));
    expect(await matchesHash('seven rabbits under a kettle', hash)).toBe(true);
    expect(await matchesHash('seven rabbits under a kettle ', hash)).toBe(false);
  });

  it('match no password if there is no hash', async () => {
    expect(await matchesHash('', undefined)).toBe(false);
  });
});
