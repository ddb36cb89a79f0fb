import type { Command } from 'commander';
import { accountIdsOf } from '#facades';
import { defineTenantCommand, type TenantOptions } from './add-command.js';
import { serviceOf, serviceOption } from './service-option.js';

interface Facades {
  dnsimple: { base_url: string; account: number };
  cloudflare: { base_url: string; account_id: string };
}

export function define(command: Command): void {
  defineTenantCommand<Partial<TenantOptions> & { url?: string }, Facades>(command, {
    options: [serviceOption()],
    async run({ tenant }, { url }) {
      const origin = await serviceOf(url);
      const ids = accountIdsOf(tenant);
      return {
        dnsimple: { base_url: `${origin}/facades/dnsimple`, account: ids.dnsimple },
        cloudflare: { base_url: `${origin}/facades/cloudflare/client/v4`, account_id: ids.cloudflare },
      };
    },
    format: formatFacades,
  });
}

/** Formats the addresses of the APIs that are compatible with DNSimple and Cloudflare, and a line for each client library. */
const formatFacades = ({ dnsimple, cloudflare }: Facades): string => `DNSimple v2
  base URL   ${dnsimple.base_url}
  account    ${dnsimple.account}
  Node.js    new DNSimple({ baseUrl: '${dnsimple.base_url}', accessToken: process.env.NAMEYARD_KEY })${
    dnsimple.base_url.startsWith('http:') ? '\n             This client needs HTTPS: nameyard start --tls' : ''
  }
  Python     Client(base_url='${dnsimple.base_url}/', access_token=os.environ['NAMEYARD_KEY'])
  Go         client := dnsimple.NewClient(dnsimple.StaticTokenHTTPClient(ctx, os.Getenv("NAMEYARD_KEY"))); client.BaseURL = "${dnsimple.base_url}"
  Java       new Client.Builder().apiBase("${dnsimple.base_url}").accessToken(System.getenv("NAMEYARD_KEY")).build()

Cloudflare v4
  base URL   ${cloudflare.base_url}
  account    ${cloudflare.account_id}
  Node.js    new Cloudflare({ baseURL: '${cloudflare.base_url}', apiToken: process.env.NAMEYARD_KEY })
  Python     Cloudflare(base_url='${cloudflare.base_url}', api_token=os.environ['NAMEYARD_KEY'])
  Go         cloudflare.NewClient(option.WithBaseURL("${cloudflare.base_url}"), option.WithAPIToken(os.Getenv("NAMEYARD_KEY")))

A key of the tenant is the token: /docs/facades`;
