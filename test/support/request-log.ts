import { RecordUsage } from '#usage';
import type { Client } from './client.js';
import { type PortalClient, tenantPath } from './portal-client.js';
import type { Sandbox } from './sandbox.js';

/** The request log of a tenant, as a developer sees it. */
export interface RequestLog {
  client: Client;
  developer: PortalClient;
  find(query?: Record<string, string>): Promise<{ requests: Found[]; next: string | null }>;
}

export interface Found {
  id: string;
  request_id: string;
  curl: string;
  [member: string]: unknown;
}

/** Opens a tenant, and a session of a developer who searches its log. */
export async function openLogIn(sandbox: Sandbox): Promise<RequestLog> {
  const client = await sandbox.tenant();
  const developer = await sandbox.person({ role: 'developer', tenants: [client] });
  const find = async (query: Record<string, string> = {}) => {
    await sandbox.app.get(RecordUsage).flush();
    const { status, body } = await developer.get(
      tenantPath(client, `/requests?${new URLSearchParams(query).toString()}`),
    );
    expect(status).toBe(200);
    return body.data;
  };
  return { client, developer, find };
}
