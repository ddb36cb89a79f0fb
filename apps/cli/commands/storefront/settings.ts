import { readFile } from 'node:fs/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '#platform/http/errors';
import { StorefrontConfig } from '#storefront';
import type { StorefrontView } from '#storefront/contract';
import {
  ACCESSES,
  accentProblem,
  codeProblem,
  FONTS,
  type LegalLink,
  legalLinksProblem,
  nameProblem,
  RADII,
  SCHEMES,
  type SettingsChange,
  supportUrlProblem,
} from '#storefront/model';
import { addTenantCommand, type TenantOptions } from '../add-command.js';
import { checked } from '../option-values.js';

interface SetOptions extends TenantOptions, Omit<SettingsChange, 'legalLinks'> {
  legalLink?: LegalLink[];
  /** False removes the legal links. */
  legalLinks: boolean;
  /** A path, or false to remove the logo. */
  logo?: string | false;
}

export function defineSettings(storefront: Command): void {
  addTenantCommand(storefront, 'show', {
    description: 'show access, brand and host names',
    run: ({ services, tenant }) => services.get(StorefrontConfig).view(tenant),
    format: formatSettings,
  });

  addTenantCommand(storefront, 'set', {
    description: 'change access and brand; omitted options keep their values',
    options: [
      new Option('--access <access>', 'who can see the pages').choices(ACCESSES),
      new Option('--code <code>', 'access code for visitors, which `--access code` requires; "" removes it').argParser(
        checked(codeProblem),
      ),
      new Option('--name <name>', 'name on the pages; "" means the name of the tenant').argParser(checked(nameProblem)),
      new Option('--accent <color>', 'accent color, for example #3451c7').argParser(parseColor),
      new Option('--scheme <scheme>', 'light, dark or as the device prefers').choices(SCHEMES),
      new Option('--radius <radius>', 'radius of corners').choices(RADII),
      new Option('--font <font>', 'font of all text').choices(FONTS),
      new Option('--support-url <url>', 'where visitors get help; "" removes it').argParser(checked(supportUrlProblem)),
      new Option('--legal-link <label=url>', 'replace the legal links; repeat it for several').argParser(addLink),
      new Option('--no-legal-links', 'remove the legal links'),
      new Option('--logo <file>', 'PNG or WebP file of at most 256 KiB'),
      new Option('--no-logo', 'remove the logo'),
    ],
    async run({ services, actor, tenant }, { legalLink, legalLinks, logo, ...options }: SetOptions) {
      const { access, code, name, accent, scheme, radius, font, supportUrl } = options;
      const links = legalLinks ? legalLink : [];
      const change = { access, code, name, accent, scheme, radius, font, supportUrl, legalLinks: links };
      const config = services.get(StorefrontConfig);
      // Set the logo first, because it is the step most likely to fail.
      if (typeof logo === 'string') await config.setLogo(tenant.id, await readLogo(logo), actor);
      if (logo === false) await config.removeLogo(tenant.id, actor);
      if (Object.values(change).some(value => value !== undefined)) await config.change(tenant.id, change, actor);
      return config.view(tenant);
    },
    format: formatSettings,
  });
}

const parseColor = (text: string): string => checked(accentProblem)(text.toLowerCase());

function addLink(text: string, previous: LegalLink[] = []): LegalLink[] {
  const [label = '', ...url] = text.split('=');
  const links = [...previous, { label: label.trim(), url: url.join('=').trim() }];
  const problem = legalLinksProblem(links);
  if (problem) throw new InvalidArgumentError(`It ${problem}.`);
  return links;
}

async function readLogo(path: string): Promise<Buffer> {
  try {
    return await readFile(path);
  } catch (error) {
    throw new UsageError(`The logo cannot be read: ${(error as Error).message}.`);
  }
}

function formatSettings(view: StorefrontView): string {
  const { light, dark } = view.colors;
  const rows: Record<string, string> = {
    access: view.access,
    code: view.code ?? '',
    name: view.name ?? '(name of the tenant)',
    accent: `${view.accent} (light ${light.accent}, text ${light.accent_text}; dark ${dark.accent}, text ${dark.accent_text})`,
    scheme: view.scheme,
    radius: view.radius,
    font: view.font,
    support: view.support_url ?? '',
    legal: view.legal_links.map(({ label, url }) => `${label}=${url}`).join(', '),
    logo: view.logo?.type ?? '',
    hosts: view.hosts.join(', '),
  };
  return Object.entries(rows)
    .map(([name, value]) => `${name.padEnd(8)}${value || '–'}`)
    .join('\n');
}
