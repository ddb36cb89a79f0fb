import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { UsageError } from '#platform/http/errors';
import { COMMAND } from '#platform/process/config';
import { parseService } from '../commands/option-values.js';
import { notice } from '../output.js';
import { CONFIG, type ExploreFlags } from './options.js';

const DEFAULT_SHOP = 'http://localhost:4000';

/**
 * Writes a configuration with comments and the given options. Without `shop`, asks for the address of the shop.
 * @throws UsageError if the file exists
 */
export async function writeConfig({ config = CONFIG, shop, ...flags }: ExploreFlags): Promise<void> {
  if (existsSync(config)) throw new UsageError(`${config} exists already, and was not changed.`);
  const address = shop ?? parseAnswer(await ask(`Address of the shop [${DEFAULT_SHOP}]: `));
  await writeFile(config, configFor(address, flags), { flag: 'wx' });
  const option = config === CONFIG ? '' : ` --config ${config}`;
  notice(`Wrote ${config}. Change the requests to those of your shop, then run \`${COMMAND} explore${option}\`.`);
}

/** Returns an empty string at the end of the input. */
async function ask(question: string): Promise<string> {
  const lines = createInterface({ input: process.stdin });
  process.stderr.write(question);
  const answer = await new Promise<string>(resolve => lines.once('line', resolve).once('close', () => resolve('')));
  lines.close();
  return answer;
}

function parseAnswer(answer: string): string {
  try {
    return parseService(answer || DEFAULT_SHOP);
  } catch (error) {
    throw new UsageError(`The address of the shop: ${(error as Error).message}`);
  }
}

/** A line of the configuration: the given value, or an example. */
const entry = (name: string, value: unknown, example: string): string =>
  value === undefined ? example : `${name}: ${JSON.stringify(value)},`;

const configFor = (
  shop: string,
  flags: ExploreFlags,
): string => `/** @type {import('nameyard/testing').ExploreConfig} */
export default {
  // Starts the shop with NAMEYARD_URL, NAMEYARD_TENANT, NAMEYARD_KEY, WEBHOOK_SECRET and PORT in its environment. Without
  // \`run\`, start the shop yourself, and give it and \`nameyard explore\` the same NAMEYARD_URL, NAMEYARD_TENANT and NAMEYARD_KEY.
  ${entry('run', flags.run, hasStartScript() ? "run: 'npm start'," : "// run: 'npm start',")}

  // Address of the shop. PORT is the port of this address; without \`shop\`, PORT is a free port.
  shop: ${JSON.stringify(shop)},

  // How a customer buys a domain: method, path, and a form or, after json:, a JSON body. {token} is the same for each
  // attempt of a purchase, such as a hidden field of the order form.
  ${entry('buy', flags.buy, "buy: 'POST /orders domain={domain}&years={years}&email={email}&token={token}',")}
  // buy: 'POST /orders json:{"domain":"{domain}","years":{years},"email":"{email}","token":"{token}"}',

  // The same as a function, for CSRF tokens and purchases with several steps. \`customer.fetch\` keeps cookies.
  // async buy(customer, { domain, years, email, token }) {
  //   await customer.fetch('/cart', { method: 'POST', body: new URLSearchParams({ domain, years: String(years) }) });
  //   return customer.fetch('/orders', { method: 'POST', body: new URLSearchParams({ email, token }) });
  // },

  // How a customer renews a domain.
  ${entry('renew', flags.renew, "// renew: 'POST /renewals domain={domain}&years={years}&token={token}',")}

  // Where the shop receives webhooks.
  ${entry('webhooks', flags.webhooks, "// webhooks: '/webhooks',")}

  // Returns the shop's data about a domain, which must be the same with and without faults, apart from IDs and times.
  ${entry('state', flags.state, "// state: 'GET /api/state?domain={domain}',")}

  // Members of the state that may differ.
  ${entry('ignore', flags.ignore, "// ignore: ['attempts'],")}

  ${entry('minutes', flags.minutes, 'minutes: 2,')}
  ${entry('workers', flags.workers, 'workers: 8,')}
};
`;

function hasStartScript(): boolean {
  if (!existsSync('package.json')) return false;
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts?: { start?: string } };
  return scripts?.start !== undefined;
}
