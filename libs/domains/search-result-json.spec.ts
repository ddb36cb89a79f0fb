import fc from 'fast-check';
import type { SearchResult } from './contract.js';
import { priceOf, toDecimalPrice } from './model/price.js';
import { availabilityOf } from './model/availability.js';
import { candidatesFor } from './model/suggestions.js';
import { domainNames } from './model/testing/names.js';
import { toSearchResultJson } from './search-result-json.js';

it('equals the output of JSON.stringify', () => {
  fc.assert(
    fc.property(domainNames(), fc.constantFrom('USD', 'EUR', 'JPY'), fc.string(), (name, currency, source) => {
      const status = availabilityOf(name);
      const result: SearchResult = {
        query: name.name,
        ...(name.unicode === name.name ? {} : { unicode: name.unicode }),
        status,
        tld: name.tld,
        price: toDecimalPrice(priceOf(name, status, currency)),
        suggestions: candidatesFor(name).map(({ name: domain, tld }) => ({
          domain,
          tld,
          status: 'available',
          price: toDecimalPrice(priceOf(name, 'available', currency)),
        })),
        meta: { source },
      };
      expect(toSearchResultJson(result)).toBe(JSON.stringify(result));
    }),
  );
});
