/** Plays rows of calls.json with the npm packages `dnsimple` and `cloudflare`: JSON in, one line of JSON per row out. */
import { createInterface } from 'node:readline';
import { Cloudflare } from 'cloudflare';
import { DNSimple } from 'dnsimple';

const TIMEOUT_MS = 2_000;

/** Names that differ from those of the provider's documentation. */
const RENAMED = { authorizeDomainTransferOut: 'transferDomainOut' };
const WITHOUT_ACCOUNT = /^(whoami|listAccounts|listTlds|getTld.*)$/;

function dnsimple({ call, args, base_url: baseUrl, token: accessToken, account }) {
  const client = new DNSimple({ baseUrl, accessToken, timeout: TIMEOUT_MS });
  const name = RENAMED[call] ?? call;
  const method = Object.values(client).find(service => service[name])?.[name];
  if (!method) return undefined;
  return method(...(WITHOUT_ACCOUNT.test(call) ? [] : [account]), ...args);
}

async function cloudflare({ call, args, base_url: baseURL, token: apiToken, account }) {
  const client = new Cloudflare({ baseURL, apiToken, timeout: TIMEOUT_MS, maxRetries: 0 });
  const path = call.split('.');
  const method = path.pop();
  const resource = path.reduce((parent, name) => parent[name], client);
  const positional = args.filter(arg => typeof arg === 'string');
  const params = { account_id: account, ...args.find(arg => typeof arg === 'object') };
  const answer = await resource[method](...positional, ...(/verify|accounts.list/.test(call) ? [] : [params]));
  return { data: answer.getPaginatedItems?.() ?? answer };
}

const CLIENTS = { dnsimple, cloudflare };

async function play(row) {
  try {
    const { data, pagination } = (await CLIENTS[row.facade](row)) ?? { data: 'missing' };
    return data === 'missing' ? { missing: true } : { data, pagination };
  } catch (error) {
    const { status = null, data, errors } = error;
    // Fetch throws type errors, too, but with a cause.
    if (error instanceof TypeError && !error.cause) return { crash: error.stack };
    return { error: { status, fields: Object.keys(data?.errors ?? {}), codes: errors?.map(({ code }) => code) } };
  }
}

for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${JSON.stringify(await play(JSON.parse(line)))}\n`);
