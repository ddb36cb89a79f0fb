import { Injectable } from '@nestjs/common';
import { Keys } from '#api-keys';
import { type KeySummary, STOREFRONT_KEY, WORLDS_KEY } from './contract.js';

const STOREFRONT: KeySummary = { id: STOREFRONT_KEY, name: 'Storefront', hint: null };
const WORLDS: KeySummary = { id: WORLDS_KEY, name: 'Worlds', hint: null };

/** The names under which requests are counted: the API keys of a tenant, its storefront and its worlds. */
@Injectable()
export class RequestKeys {
  constructor(private readonly keys: Keys) {}

  async byId(tenant: string): Promise<Map<string, KeySummary>> {
    const keys: KeySummary[] = (await this.keys.list(tenant)).map(({ id, name, hint }) => ({ id, name, hint }));
    return new Map([STOREFRONT, WORLDS, ...keys].map(key => [key.id, key]));
  }
}
