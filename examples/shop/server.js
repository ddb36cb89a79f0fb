import { Nameyard } from '@nameyard/client';
import { createShop } from './shop.js';

const {
  NAMEYARD_URL: baseUrl,
  NAMEYARD_TENANT: tenant,
  NAMEYARD_KEY: apiKey,
  WEBHOOK_SECRET,
  PORT = '4000',
} = process.env;
const shop = createShop({
  // Customers don't wait for half a minute.
  nameyard: new Nameyard({ baseUrl, tenant, apiKey, timeout: 10_000 }),
  webhookSecrets: [WEBHOOK_SECRET],
});
await shop.listen({ port: Number(PORT) });
console.log(`The shop is at http://localhost:${PORT}`);
