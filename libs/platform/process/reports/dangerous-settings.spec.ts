import { readSettings } from '../config/settings.js';
import { findHazards } from './dangerous-settings.js';

describe('TRUSTED_PROXIES', () => {
  it.each([
    ['10.0.0.0/8', false],
    ['192.168.1.7', false],
    ['::ffff:10.0.0.1', false],
    ['fd00::/8', false],
    ['192.0.2.0/24,8.8.8.8', true],
    ['::ffff:8.8.8.8', true],
    ['10.0.0.0/7', true],
    ['0.0.0.0/1', true],
    ['::/0', true],
  ])('of %s are reported as public: %s', (TRUSTED_PROXIES, expected) => {
    const hazards = findHazards(readSettings({ TRUSTED_PROXIES }));
    expect(hazards.includes('public_proxies_trusted')).toBe(expected);
  });
});
