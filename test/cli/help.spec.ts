import { runCommand } from '../processes/nameyard.js';
import { temporaryFolder } from '../support/paths.js';

const COMMANDS: Record<string, string[]> = {
  start: ['--json', '--temporary', '--stop-with-stdin', '--tls', '--tls-port', '--tls-name'],
  migrate: ['--json'],
  doctor: ['--json'],
  'encryption-key new': ['--json'],
  'encryption-key rotate': ['--json'],
  'storefront share': ['--tenant', '--hours', '--json'],
  'storefront links': ['--tenant', '--json'],
  'storefront revoke': ['<id>', '--tenant', '--json'],
  'tenants create': ['<slug>', '--name', '--json'],
  'tenants list': ['--json'],
  'tenants set': ['<slug>', '--facades', '--json'],
  facades: ['--tenant', '--url', '--json'],
  'storefront hosts add': ['<host>', '--tenant', '--json'],
  'storefront hosts list': ['--tenant', '--json'],
  'storefront hosts check': ['<host>', '--tenant', '--json'],
  'storefront hosts verify': ['<host>', '--tenant', '--json'],
  'storefront hosts remove': ['<host>', '--tenant', '--json'],
  order: ['<id>', '--tenant', '--json'],
  'keys create': ['--tenant', '--scope', '--permissions', '--limit', '--name', '--expires', '--json'],
  'keys generate': ['--scope', '--json'],
  'keys list': ['--tenant', '--json'],
  'keys set': ['<id>', '--permissions', '--limit', '--expires', '--json'],
  'keys revoke': ['<id>', '--json'],
  'users create': ['--email', '--role', '--tenant', '--mask-owners', '--json'],
  'users invite': ['--email', '--role', '--tenant', '--mask-owners', '--url', '--json'],
  'users reset-link': ['<id>', '--url', '--json'],
  'users revoke-link': ['<id>', '--json'],
  'users disconnect-openid': ['<id>', '--json'],
  'users list': ['--json'],
  'users reset-factors': ['<id>', '--json'],
  'users reset-password': ['<id>', '--json'],
  'users disable': ['<id>', '--json'],
  'users enable': ['<id>', '--json'],
  'users mask-owners': ['<id>', '--json'],
  'users show-owners': ['<id>', '--json'],
  'users tokens': ['<id>', '--json'],
  'users revoke-token': ['<id>', '--token', '--json'],
  'storefront show': ['--tenant', '--json'],
  'storefront set': (
    '--tenant --access --code --name --accent --scheme --radius --font --support-url ' +
    '--legal-link --no-legal-links --logo --no-logo --json'
  ).split(' '),
  'clock show': ['--tenant', '--json'],
  'clock advance': ['--tenant', '--by', '--to', '--json'],
  'clock freeze': ['--tenant', '--at', '--json'],
  'clock run': ['--tenant', '--from', '--json'],
  'clock real': ['--tenant', '--json'],
  'scenario list': ['--operation', '--json'],
  'scenario run': ['[id...]', '--all', '--operation', '--key', '--tenant', '--url', '--json'],
  conform: ['--url', '--tenant', '--key', '--safe', '--json', 'Exit codes: 0 no differences'],
  'worlds create': ['--tenant', '--name', '--ttl', '--copy', '--limit', '--json'],
  'worlds list': ['--tenant', '--json'],
  'worlds end': ['<slug>', '--tenant', '--json'],
  'faults add': '--tenant --fault --operation --domain --times --skip --expires-in --json'.split(' '),
  'registry get': ['--tenant', '--json'],
  'registry set':
    '--tenant --registration --registration-delay --transfer-delay --strict-prices --strict-owners --json'.split(' '),
  'registry decide': ['<domain>', '--tenant', '--outcome', '--reason', '--json'],
  'registry verify': ['<domain>', '--tenant', '--json'],
  'registry transfer-out': ['<domain>', '--tenant', '--auth-code', '--json'],
  'faults list': ['--tenant', '--json'],
  'faults remove': ['<id>', '--tenant', '--json'],
  'faults clear': ['--tenant', '--json'],
  explore: (
    '--config --run --shop --buy --renew --webhooks --state --ignore --minutes --workers --only --replay --save ' +
    '--report --json --init NAMEYARD_URL'
  ).split(' '),
  certify: ['--buy', '--run', '--report', '--json'],
  open: ['<id>', '--tenant', '--url', '--no-browser', '--json'],
  'completion bash': ['~/.bashrc'],
  'completion zsh': ['~/.zshrc'],
  'completion fish': ['config.fish'],
  mcp: ['NAMEYARD_URL', 'NAMEYARD_TENANT', 'NAMEYARD_KEY'],
  'registrar on': ['--reason', '--json'],
  'registrar off': ['--reason', '--json'],
  'registrar credit': ['--tenant', '--amount', '--reason', '--json'],
  'registrar limit': ['--tenant', '--daily', '--json'],
  'registrar orders': ['--tenant', '--state', '--json'],
  'registrar status': ['--json'],
  'registrar reconcile': ['[order]', '--outcome', '--reason', '--json'],
  'webhooks add': ['--tenant', '--url', '--events', '--description', '--json'],
  'webhooks list': ['--tenant', '--json'],
  'webhooks remove': ['<id>', '--tenant', '--json'],
  'webhooks on': ['<id>', '--tenant', '--json'],
  'webhooks off': ['<id>', '--tenant', '--json'],
  'webhooks rotate': ['<id>', '--tenant', '--overlap', '--json'],
  'webhooks deliveries': ['--tenant', '--receiver', '--state', '--limit', '--before', '--json'],
  'webhooks delivery': ['<id>', '--tenant', '--json'],
  'webhooks resend': ['<id>', '--tenant', '--json'],
  'webhooks recover': ['<id>', '--tenant', '--since', '--no-wait', '--json'],
  'webhooks test': ['<id>', '--tenant', '--json'],
  trigger: ['<event>', '--key', '--tenant', '--url', '--json'],
  listen: ['--key', '--tenant', '--url', '--forward-to', '--secret', '--new-secret', '--events', '--json'],
};

describe('--help', () => {
  it.each(Object.entries(COMMANDS))('of %s lists its arguments and options', async (command, words) => {
    const { code, stdout, stderr } = await runCommand([...command.split(' '), '--help'], {
      DATA_DIR: temporaryFolder(),
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const text of [`Usage: nameyard ${command}`, ...words]) expect(stdout).toContain(text);
  });

  it('lists all commands', async () => {
    const { stdout, code } = await runCommand(['--help'], {});
    expect(code).toBe(0);
    for (const name of new Set(Object.keys(COMMANDS).map(command => command.split(' ')[0])))
      expect(stdout).toMatch(new RegExp(`^ +${name}\\b`, 'm'));
  });
});
