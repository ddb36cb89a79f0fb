import type { EventWithDeliveries } from '#webhooks';
import { type ApiCall, clientCodeOf, curlOf } from '../api-calls.js';

interface DrawerProps {
  tenant: string;
  calls: ApiCall[];
  events?: EventWithDeliveries[];
}

/** API calls of a developer's own server at this step, with their responses, and webhooks. */
export const Drawer = ({ tenant, calls, events = [] }: DrawerProps) => (
  <details class="drawer">
    <summary>What your server would do</summary>
    {calls.map(call => (
      <Call key={call.name} call={call} tenant={tenant} />
    ))}
    {events.map(event => (
      <Webhooks key={event.id} {...event} />
    ))}
  </details>
);

const Call = ({ call, tenant }: { call: ApiCall; tenant: string }) => (
  <section>
    <h2>
      <code>POST /api/v1/sandbox/domains/{call.name}</code>
    </h2>
    <h3>Request</h3>
    <Code text={curlOf(call, tenant)} label="Request with curl" />
    <h3>Request with @nameyard/client</h3>
    <Code text={clientCodeOf(call, tenant)} label="Request with @nameyard/client" />
    {call.response && (
      <>
        <h3>Response: {call.response.status}</h3>
        <Code text={JSON.stringify(call.response.body, null, 2)} label="Response" />
      </>
    )}
  </section>
);

const Webhooks = ({ id, body, deliveries }: EventWithDeliveries) => (
  <section>
    <h2>
      Webhook <code>{id}</code>
    </h2>
    <Code text={JSON.stringify(JSON.parse(body), null, 2)} label="Webhook body" />
    {deliveries.length === 0 && <p>No deliveries are on record. Add a receiver in the portal.</p>}
    {deliveries.map(({ url, state, attempts }) => (
      <div key={url}>
        <h3>
          {url}: {state}
        </h3>
        <ol>
          {attempts.map(({ number, started_at, status, reason, duration_ms }) => (
            <li key={number}>
              {started_at}: {status ?? reason}
              {duration_ms === null ? '' : `, ${Math.round(duration_ms)} ms`}
            </li>
          ))}
        </ol>
      </div>
    ))}
  </section>
);

/** Code that can have the focus, so that the keyboard can scroll long lines. */
const Code = ({ text, label }: { text: string; label: string }) => (
  <pre tabindex={0} role="region" aria-label={label}>
    <code>{text}</code>
  </pre>
);
