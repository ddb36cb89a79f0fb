import fc from 'fast-check';
import { anyText, likelyNames, spelled } from '../support/arbitraries.js';
import { ADA, type Client } from '../support/client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
let client: Client;
let twin: Client;

const REGISTERED = ['garden.com', 'garden-tools.io', 'shop.co.uk', 'xn--bcher-kva.de', 'tools.net'];

beforeAll(async () => {
  sandbox = await sharedSandbox();
  [client, twin] = [await sandbox.tenant(), await sandbox.tenant()];
  for (const name of REGISTERED) await client.register(name);
  for (const name of REGISTERED.toReversed()) await twin.register(name, 3);
});

interface Price {
  currency: string;
  register: number;
  renew: number;
  transfer: number;
}

/** All amounts of money in a response, as text. */
const amountsIn = (text: string) =>
  [...text.matchAll(/"(?:register|renew|transfer|total)":([^,}]+)/g)].map(([, amount]) => amount!);

describe('search for any domain', () => {
  it('returns the same response twice, and for a tenant with the same registrations', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: likelyNames }, anyText), async domain => {
        const [once, again, theirs] = await Promise.all([
          client.search({ domain }),
          client.search({ domain }),
          twin.search({ domain }),
        ]);
        expect(again.text).toBe(once.text);
        expect(theirs.text).toBe(once.text);
      }),
      { numRuns: 80 },
    );
  });

  it('suggests domains that are available, with the TLD and the price of a search', async () => {
    await fc.assert(
      fc.asyncProperty(likelyNames, async domain => {
        const { data } = (await client.search({ domain })).body;
        if (data === null) return;
        for (const suggestion of data.suggestions as { domain: string; tld: string; price: Price }[]) {
          const found = (await client.search({ domain: suggestion.domain })).body.data;
          const { domain: query, tld, price } = suggestion;
          expect(found).toMatchObject({ query, status: 'available', tld, price });
          expect(query).not.toBe(data.query);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('normalizes every spelling to the same domain', async () => {
    await fc.assert(
      fc.asyncProperty(
        likelyNames.chain(name => fc.tuple(fc.constant(name), spelled(name))),
        async ([name, spelling]) => {
          const [plain, odd] = [await client.search({ domain: name }), await client.search({ domain: spelling })];
          expect(odd.text).toBe(plain.text);
          if (plain.status !== 200) return;
          const { query, unicode } = plain.body.data;
          expect((await client.search({ domain: query })).text).toBe(plain.text);
          if (unicode !== undefined) expect((await client.search({ domain: unicode })).text).toBe(plain.text);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('allows an order unless the domain is taken, with at most two decimals in amounts', async () => {
    await fc.assert(
      fc.asyncProperty(likelyNames, fc.integer({ min: 1, max: 10 }), async (domain, years) => {
        const searched = await client.search({ domain });
        const ordered = await client.order({ domain, years, owner: ADA });
        for (const amount of [...amountsIn(searched.text), ...amountsIn(ordered.text)])
          expect(amount).toMatch(/^\d+(\.\d{1,2})?$/);
        if (searched.status !== 200) expect(ordered.body).toEqual(searched.body);
        else expect(ordered.status).toBe(searched.body.data.status === 'taken' ? 409 : 201);
        if (ordered.status !== 201) return;
        const price = searched.body.data.price as Price;
        const cents = Math.round(price.register * 100) + (years - 1) * Math.round(price.renew * 100);
        expect(Math.round(ordered.body.data.amount.total * 100)).toBe(cents);
      }),
      { numRuns: 60 },
    );
  });
});
