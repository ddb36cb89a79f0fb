import { basename } from 'node:path';

export interface DocsPage {
  path: string;
  name: string;
  /** Path of the Markdown file in the repository, which the build copies below `dist`. */
  file: string;
  /** One sentence for search engines, `/llms.txt` and the list of pages. */
  description: string;
}

interface Group {
  name: string;
  pages: DocsPage[];
}

const page = (path: string, name: string, description: string, file = ownFile(path)): DocsPage => ({
  path,
  name,
  file,
  description,
});

const ownFile = (path: string) => `apps/docs/pages/${path.slice('/docs/'.length).replaceAll('/', '-')}.md`;

/** The menu of the documentation, in reading order. */
export const GROUPS: Group[] = [
  {
    name: 'Start',
    pages: [
      page(
        '/docs/how-it-works',
        'How it works',
        'The parts of Nameyard in one picture, and the states of registrations, orders and deliveries.',
      ),
      page(
        '/docs/',
        'Quick start',
        'Start Nameyard, buy a domain and receive the webhook in five minutes.',
        'apps/docs/pages/quick-start.md',
      ),
      page(
        '/docs/questions',
        'Questions',
        'Short answers to what people ask first: retries, ports, limits, timeouts, 403 and going live.',
      ),
    ],
  },
  {
    name: 'Guides',
    pages: [
      page(
        '/docs/webhooks',
        'Webhooks',
        'Receive events, verify their signatures in five languages, and handle retries and duplicates.',
        'libs/webhooks/docs/verifying.md',
      ),
      page(
        '/docs/prices',
        'Prices and registrants',
        'Check many names at once, limit prices, and send what TLDs require.',
      ),
      page('/docs/idempotency', 'Idempotency', 'Repeat orders and payments safely after a lost response.'),
      page(
        '/docs/lifecycle',
        'Lifecycle and clock',
        'Expiry, renewal and release of domains, and a clock to test them.',
      ),
      page(
        '/docs/registry',
        'When the registry decides later',
        'Registrations and transfers that take time, require action or fail, and what a shop must do then.',
      ),
      page('/docs/going-live', 'Going live', 'What to check before the integration talks to a real registrar.'),
      page('/docs/storefront', 'Storefront', 'Sandbox pages under the brand of a tenant: brand, hosts and access.'),
      page(
        '/docs/facades',
        'Facades',
        'Use the official client of DNSimple or Cloudflare against the sandbox, with its faults and its journal.',
      ),
      page(
        '/docs/facades/dnsimple',
        'DNSimple',
        'The client of DNSimple in Node.js, Python and Go against the sandbox.',
      ),
      page(
        '/docs/facades/cloudflare',
        'Cloudflare',
        'The client of Cloudflare in Node.js, Python and Go against the sandbox.',
      ),
      page('/docs/management', 'Management API', 'Manage tenants, keys, receivers and storefronts with scripts.'),
      page('/docs/portal', 'Portal', 'The developer portal: logging in, and what each page shows.'),
    ],
  },
  {
    name: 'Rehearsal',
    pages: [
      page(
        '/docs/find-bugs',
        'Find the bugs in your shop',
        'Let Nameyard buy in your shop while the API fails, and compare what customers were told with what is true.',
      ),
      page('/docs/worlds', 'Worlds', 'Temporary tenants for one test, one developer or one CI job, and snapshots.'),
      page('/docs/faults', 'Faults', 'Make requests and webhooks fail on purpose.'),
      page('/docs/journal', 'Journal', 'List and verify what your code has sent, and what it has received.'),
      page(
        '/docs/kit',
        'Test kit',
        'Start the sandbox from Vitest, Jest or Playwright, with a world and a receiver for each test.',
        'libs/testing/README.md',
      ),
      page(
        '/docs/testing/go',
        'Tests in Go',
        'A world for each test of your Go code, with faults, a clock and webhook receivers.',
        'libs/client-go/nameyardtest/README.md',
      ),
      page(
        '/docs/testing/python',
        'Tests in Python',
        'A world for each test of your Python code, with faults, a clock and webhook receivers.',
        'libs/client-python/docs/testing.md',
      ),
      page(
        '/docs/testing/php',
        'Tests in PHP',
        'A world for each test of your PHP code, with faults, a clock and webhook receivers.',
        'libs/client-php/docs/testing.md',
      ),
      page(
        '/docs/testing/java',
        'Tests in Java',
        'A world for each test of your Java code, with faults, a clock and webhook receivers.',
        'libs/client-java/docs/testing.md',
      ),
      page('/docs/testing', 'Testing in CI', 'Run the sandbox in automated tests and in CI jobs.'),
    ],
  },
  {
    name: 'Reference',
    pages: [
      page('/docs/api', 'API', 'All endpoints: requests, responses and errors.'),
      page('/docs/errors', 'Errors', 'Response format, retries, and every error code with its cause and solution.'),
      page('/docs/scenarios', 'Scenarios', 'Every outcome that can be rehearsed, with the calls that lead to it.'),
      page(
        '/docs/client',
        'TypeScript client',
        'Install and use @nameyard/client: methods, options, errors, retries and webhooks.',
        'libs/client/README.md',
      ),
      page(
        '/docs/clients/go',
        'Go client',
        'Install and use the Go module nameyard.dev/client: methods, options, errors, retries and webhooks.',
        'libs/client-go/README.md',
      ),
      page(
        '/docs/clients/java',
        'Java client',
        'Install and use the Java artifact dev.nameyard:client: methods, options, errors, retries and webhooks.',
        'libs/client-java/README.md',
      ),
      page(
        '/docs/clients/python',
        'Python client',
        'Install and use the Python package nameyard: methods, options, errors, retries and webhooks.',
        'libs/client-python/README.md',
      ),
      page(
        '/docs/clients/php',
        'PHP client',
        'Install and use the PHP package nameyard/client: methods, options, errors, retries and webhooks.',
        'libs/client-php/README.md',
      ),
      page('/docs/client/reference', 'Client reference', 'All classes, methods and types of @nameyard/client.'),
      page('/docs/cli', 'Command line', 'The commands of nameyard.'),
      page('/docs/mcp', 'AI agents', 'The sandbox as tools of AI agents, over the Model Context Protocol.'),
      page('/docs/settings', 'Settings', 'Environment variables of an installation.'),
    ],
  },
  {
    name: 'Operations',
    pages: [
      page('/docs/deployment', 'Deployment', 'Docker Compose, several processes, upgrades, backups and HTTPS.'),
      page(
        '/docs/security',
        'Security',
        'How secrets are stored, rules for passwords, and rotating the encryption key.',
      ),
      page('/docs/operations', 'Operations', 'Scaling, monitoring, outages, retention and recovery.'),
      page(
        '/docs/highly-available',
        'Highly available',
        'Three machines with Patroni, etcd, Redis Sentinel and HAProxy, and what happens when one of them fails.',
      ),
      page(
        '/docs/beyond-one-database',
        'Beyond one database',
        'When one PostgreSQL is outgrown: several installations, and moving tenants between them.',
      ),
    ],
  },
  {
    name: 'Releases',
    pages: [page('/docs/changelog', 'Changelog', 'What has changed in each version.', 'CHANGELOG.md')],
  },
];

export const PAGES: DocsPage[] = GROUPS.flatMap(({ pages }) => pages);

/**
 * The path of a page, or of its Markdown, for another path by which people look for it: with a slash at the end, or with the
 * name of its file, for example `/docs/quick-start`.
 */
export function canonicalPath(path: string): string | undefined {
  const trimmed = path.replace(/(?<=.)\/$/, '');
  const page = PAGES.find(page => [page.path, namePathOf(page), `${namePathOf(page)}.md`].includes(trimmed));
  return page && (trimmed.endsWith('.md') ? twinOf(page.path) : page.path);
}

const namePathOf = ({ path, file }: DocsPage): string =>
  file.endsWith('/README.md') ? path : `/docs/${basename(file, '.md')}`;

/** Path of the page as Markdown, for example `/docs/errors.md`. */
export const twinOf = (path: string): string => (path === '/docs/' ? '/docs/index.md' : `${path}.md`);
