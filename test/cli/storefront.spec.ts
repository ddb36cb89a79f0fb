import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StorefrontView } from '#storefront/contract';
import { type Environment, runCommand, runCliJson, startInstallation, expectRefused } from '../processes/nameyard.js';
import { LOGO } from '../support/logo.js';
import { temporaryFolder } from '../support/paths.js';

let env: Environment;
const files = temporaryFolder();
// The content of a file decides, not its name.
const logo = join(files, 'logo.txt');
const page = join(files, 'logo.png');

beforeAll(async () => {
  writeFileSync(logo, LOGO);
  writeFileSync(page, '<!doctype html>');
  ({ env } = await startInstallation());
});

const set = (...options: string[]) =>
  runCliJson<StorefrontView>(['storefront', 'set', '--tenant', 'demo', ...options], env);

describe('nameyard storefront', () => {
  it('shows the defaults of the default tenant', async () => {
    const { stdout } = await runCommand(['storefront', 'show', '--tenant', 'demo'], env);
    expect(stdout).toMatch(/^access +off$/m);
    expect(stdout).toMatch(/^hosts +demo\.localhost$/m);
  });

  it('changes settings and keeps the others', async () => {
    const links = ['--legal-link', 'Imprint=https://a.example/?a=b', '--legal-link', 'Contact=mailto:help@a.example'];
    await set('--access', 'code', '--code', 'kingfisher', '--accent', '#FFFF00', ...links);
    expect(await set('--name', 'Acme', '--logo', logo)).toMatchObject({
      access: 'code',
      code: 'kingfisher',
      name: 'Acme',
      accent: '#ffff00',
      colors: { light: { accent: '#939300', corrected: true }, dark: { corrected: false } },
      legal_links: [
        { label: 'Imprint', url: 'https://a.example/?a=b' },
        { label: 'Contact', url: 'mailto:help@a.example' },
      ],
      logo: { type: 'image/webp' },
    });
    expect(await set('--name', '', '--no-logo', '--no-legal-links')).toMatchObject({
      name: null,
      accent: '#ffff00',
      legal_links: [],
      logo: null,
    });
  });

  it.each([
    [['--accent', 'red'], 'six hexadecimal digits'],
    [['--support-url', 'javascript:alert(1)'], 'an https, http or mailto URL'],
    [['--legal-link', 'Imprint'], 'the URL of link 1 must be an https'],
    [['--code', ''], 'The access "code" requires a code'],
    [['--logo', page], 'is neither a PNG nor a WebP image'],
    [['--logo', '/nowhere/logo.png'], 'The logo cannot be read'],
  ])('rejects %j', (options, message) =>
    expectRefused(['storefront', 'set', '--tenant', 'demo', ...options], env, message),
  );
});
