import { RecordUsage } from '#usage';
import type { Client } from './client.js';
import { type PortalClient, tenantPath } from './portal-client.js';
import type { Sandbox } from './sandbox.js';

/** The request log of a tenant, as a developer sees it. */
export interface RequestLog {
  client: Client;
  developer: PortalClient;
  find(query?: Record<string, string>): Promise<{ requests: LoggedRequest[]; next: string | null }>;
}

export interface LoggedRequest {
  id: string;
  request_id: string;
  curl: string;
  [member: string]: unknown;
}

/** Creates a tenant and logs in a developer who can read its request log. */
export async function openRequestLog(sandbox: Sandbox): Promise<RequestLog> {
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
