import { dirname, join, resolve } from 'node:path';
import { COMMAND, readSettings, type Settings } from '#platform/process/config';
import type { Bootstrapped } from '../bootstrap.js';
import { originOf } from '../../listen.js';
import { TRUST_STORE } from '../../tls/certificate.js';
import type { Tls } from '../../tls/listen-tls.js';
import type { StartOptions } from './start.js';

/** The line that `--json` prints for programs that start Nameyard. `key` and `operator` are null if they exist already. */
export function readyLine(settings: Settings, { tenant, key, operator }: Bootstrapped, tls?: Tls): string {
  const ready = {
    base_url: `${originOf(settings)}/api/v1`,
    tenant: tenant ?? settings.defaultTenant,
    key: key ?? null,
    operator: operator ?? null,
    data_dir: settings.isEmbedded ? resolve(settings.dataDir) : null,
    ...(tls && { tls }),
  };
  return `${JSON.stringify(ready)}\n`;
}

/** Shows the addresses and the next steps, with commands to copy. */
export function banner(settings: Settings, created: Bootstrapped, { temporary }: StartOptions, tls?: Tls): string {
  const origin = originOf(settings);
  const base = `${origin}/api/v1`;
  const tenant = created.tenant ?? settings.defaultTenant;
  const command = commandFor(settings);
  return `
Nameyard is running.

  base URL   ${base}
  tenant     ${tenant}
  key        ${created.key ? `${created.key}   (shown once; store it)` : `shown at the first start; to create another: ${command} keys create --tenant ${tenant}`}
  docs       ${origin}/docs
  portal     ${origin}/portal${login(created, settings)}
  webhooks   ${command} webhooks add --tenant ${tenant} --url http://localhost:4000/hook
  listen     ${command} listen --tenant ${tenant} --key ${created.key ?? '<your key>'} --forward-to http://localhost:4000/hook
  storefront ${storefrontOf(settings, tenant)}
  health     ${origin}/health/ready
${tls ? tlsLines(tls, `${command} facades --tenant ${tenant}`) : ''}
Your first purchase:

${purchase(base, tenant, created.key)}

Stop with Ctrl-C; all data is ${temporary ? 'removed' : 'kept'}.

`;
}

/** How clients on this machine trust the certificate. */
export function tlsLines({ origin, ca, bundle }: Tls, facades: string): string {
  const [caFile, bundleFile, trustStore] = [ca, bundle, join(dirname(ca), TRUST_STORE)].map(quoteForShell);
  return `
HTTPS on ${origin}. Clients trust its certificate with these variables:

  NODE_EXTRA_CA_CERTS=${caFile}
  SSL_CERT_FILE=${bundleFile}
  REQUESTS_CA_BUNDLE=${bundleFile}
  JAVA_TOOL_OPTIONS="-Djavax.net.ssl.trustStore=${trustStore} -Djavax.net.ssl.trustStorePassword=nameyard"

Java needs this trust store; create it once:

  keytool -importcert -noprompt -alias nameyard -file ${caFile} -keystore ${trustStore} -storepass nameyard

The Python client of DNSimple does not read REQUESTS_CA_BUNDLE; add this line to the program:

  client.session.verify = '${bundle}'

Settings for the clients of DNSimple and Cloudflare: ${facades} --url ${origin}
`;
}

/** Java reads quotes in JAVA_TOOL_OPTIONS as a shell does. */
const quoteForShell = (path: string): string => (/[^\w./-]/.test(path) ? `'${path}'` : path);

/** Commands find the service through DATA_DIR. In a container, where COMMAND is `nameyard`, the environment contains it. */
const commandFor = ({ isEmbedded, dataDir }: Settings): string =>
  isEmbedded && COMMAND !== 'nameyard' && dataDir !== readSettings({}).dataDir
    ? `DATA_DIR='${resolve(dataDir)}' ${COMMAND}`
    : COMMAND;

/** The storefront of the default tenant is public only with the embedded PostgreSQL; else shows how to make it public. */
const storefrontOf = (settings: Settings, tenant: string): string =>
  `http://${tenant}.localhost:${settings.port}/${settings.isEmbedded ? '' : `   (${commandFor(settings)} storefront set --tenant ${tenant} --access public)`}`;

function login({ operator }: Bootstrapped, settings: Settings): string {
  const line = '\n             ';
  if (operator?.password)
    return `${line}log in as ${operator.email}, password ${operator.password}   (shown once; store it)`;
  if (operator) return `${line}log in as ${operator.email} with the password of BOOTSTRAP_OPERATOR_PASSWORD`;
  return `${line}the login was shown at the first start; to reset the password: ${commandFor(settings)} users reset-password ${settings.bootstrapOperatorEmail}`;
}

function purchase(base: string, tenant: string, key: string | undefined): string {
  const call = (path: string, body: string) =>
    `curl -s ${base}/sandbox/domains/${path} -H "Authorization: Bearer $KEY" -H 'X-Tenant: ${tenant}' -H 'Content-Type: application/json' -d ${body}`;
  const search = call('search', `"{\\"domain\\":\\"$NAME\\"}"`);
  const owner = `\\"owner\\":{\\"first_name\\":\\"Ada\\",\\"last_name\\":\\"Lovelace\\",\\"email\\":\\"ada@example.com\\"}`;
  const order = call('order', `"{\\"domain\\":\\"$NAME\\",\\"years\\":1,${owner}}"`);
  const payment = `\\"payment\\":{\\"method\\":\\"test\\",\\"reference\\":\\"$ORDER\\"}`;
  const checkout = call('checkout', `"{\\"order_id\\":\\"$ORDER\\",${payment}}"`);
  return [
    `KEY=${key ?? '<your key>'}; NAME=shop-$(date +%s).com; ${search}; echo`,
    `ORDER=$(${order} | tee /dev/stderr | grep -o 'ord_[0-9a-f]*'); echo`,
    `${checkout}; echo`,
  ].join('\n\n');
}
