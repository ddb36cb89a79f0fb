import { withDeadline } from '#platform/process/clock';
import type { Settings } from '#platform/process/config';
import { type Check, failed, type Finding, ok, warning } from './check.js';

const TIMEOUT_MS = 2_000;

const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/** Domain for the price request. */
const SAMPLE = 'example.com';

/** Checks the token, one price and the clock of the registrar in the settings of this command. */
export const registrarCheck = (settings: Settings): Check => ({
  name: 'registrar',
  run: () => (settings.registrar === 'none' ? Promise.resolve(ok('REGISTRAR is none.')) : checkRegistrar(settings)),
});

async function checkRegistrar(settings: Settings): Promise<Finding> {
  const { registrarAccount: account } = settings;
  const whoami = await ask(settings, 'whoami');
  if (typeof whoami === 'string') return whoami === '401' ? WRONG_TOKEN : unreachable(whoami);
  const { account: owner } = whoami.data as { account: { id: number } | null };
  if (owner?.id !== account)
    return failed(
      `REGISTRAR_TOKEN belongs to ${owner ? `the account ${owner.id}` : 'a user'}, but REGISTRAR_ACCOUNT is ${account}.`,
      'Set REGISTRAR_TOKEN to a token of the account in REGISTRAR_ACCOUNT.',
    );
  const prices = await ask(settings, `${account}/registrar/domains/${SAMPLE}/prices`);
  if (typeof prices === 'string')
    return failed(`The request for a price failed: ${prices}.`, 'Check the permissions of REGISTRAR_TOKEN.');
  const { registration_price: price } = prices.data as { registration_price: number };
  const seconds = Math.round(Math.abs(prices.aheadMs) / 1_000);
  const found = `The account ${account} answers; ${SAMPLE} costs USD ${price}`;
  if (Math.abs(prices.aheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    return warning(
      `${found}. The clock of the registrar differs by ${seconds} s.`,
      'Synchronize the clock of this machine with NTP.',
    );
  return ok(`${found}.`);
}

const WRONG_TOKEN = failed('The registrar rejects REGISTRAR_TOKEN.', 'Create a token of the account, and set it.');

const unreachable = (reason: string) =>
  failed(
    `The registrar does not answer: ${reason}.`,
    'Check REGISTRAR_URL, the network, and the status page of the registrar.',
  );

/** Returns the data of the response and how far the registrar's clock is ahead, or the status or reason of a failure. */
async function ask(
  { registrarUrl, registrarToken }: Settings,
  path: string,
): Promise<{ data: unknown; aheadMs: number } | string> {
  try {
    return await withDeadline(TIMEOUT_MS, async signal => {
      const headers = { Authorization: `Bearer ${registrarToken}`, Accept: 'application/json' };
      const response = await fetch(`${registrarUrl}/v2/${path}`, { headers, signal });
      if (!response.ok) return String(response.status);
      const { data } = (await response.json()) as { data: unknown };
      return { data, aheadMs: Date.parse(response.headers.get('date') ?? '') - Date.now() || 0 };
    });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } };
    return cause?.code ?? message;
  }
}
