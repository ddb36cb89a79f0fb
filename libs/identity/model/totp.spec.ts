import { TOTP } from 'otpauth';
import { newTotpSecret, stepOfCode, totpUri } from './totp.js';

const secret = newTotpSecret();
const now = new Date('2026-06-01T12:00:00Z');
const codeAt = (seconds: number) => new TOTP({ secret }).generate({ timestamp: now.getTime() + seconds * 1_000 });
const step = now.getTime() / 30_000;

it('accepts codes of the current, the previous and the next step', () => {
  expect([-30, 0, 29, 30].map(seconds => stepOfCode(secret, codeAt(seconds), now))).toEqual([
    step - 1,
    step,
    step,
    step + 1,
  ]);
});

it('rejects other codes', () => {
  for (const code of [codeAt(-60), codeAt(60), '', '12345', '1234567', 'abcdef'])
    expect([code, stepOfCode(secret, code, now)]).toEqual([code, undefined]);
});

it('describes the secret for authenticator apps', () => {
  const uri = new URL(totpUri(secret, 'ada@example.com'));
  expect(uri.protocol).toBe('otpauth:');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Nameyard', secret, digits: '6', period: '30' });
});
