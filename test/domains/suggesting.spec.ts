import type { Client } from '../support/client.js';
import { type Sandbox, sharedSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await sharedSandbox()));

const ASKED = ['example.com', 'google.dev', 'garden-taken.co.uk', 'premium.io', 'bücher-taken.de', 'ab.xyz'];

const suggestionsFor = async (client: Client, domain: string) =>
  (await client.search({ domain })).body.data.suggestions as { domain: string }[];

describe('suggestions', () => {
  it.each(ASKED)('are five different domains other than %s', async domain => {
    const client = await sandbox.tenant();
    const { query } = (await client.search({ domain })).body.data;
    const names = (await suggestionsFor(client, domain)).map(suggestion => suggestion.domain);
    expect(names).toHaveLength(5);
    expect(new Set([...names, query]).size).toBe(6);
  });

  it('exclude registered domains and keep their order', async () => {
    const client = await sandbox.tenant();
    const before = (await suggestionsFor(client, 'example.com')).map(({ domain }) => domain);
    await client.register(before[1]!);
    const after = (await suggestionsFor(client, 'example.com')).map(({ domain }) => domain);
    expect(after).toHaveLength(5);
    expect(after.slice(0, 4)).toEqual(before.filter((_, i) => i !== 1));
    expect(before).not.toContain(after[4]);
  });

  it('are empty when the tenant has registered all candidates', async () => {
    const client = await sandbox.tenant();
    const seen = new Set<string>();
    for (let left = 20; left > 0; left--) {
      const [first] = await suggestionsFor(client, 'example.com');
      if (!first) break;
      expect(seen).not.toContain(first.domain);
      seen.add(first.domain);
      await client.register(first.domain);
    }
    expect(await suggestionsFor(client, 'example.com')).toEqual([]);
  });

  it('are not affected by registrations of other tenants', async () => {
    const [busy, other] = [await sandbox.tenant(), await sandbox.tenant()];
    const before = await suggestionsFor(other, 'example.com');
    await busy.register(before[0]!.domain);
    expect(await suggestionsFor(other, 'example.com')).toEqual(before);
  });
});
