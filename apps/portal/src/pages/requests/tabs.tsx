import { TenantLink } from '../../shell/links';
import { Tabs } from '../../ui/page';

/** Switches between the request log and the requests that could not be authenticated. */
export const RequestTabs = () => (
  <Tabs label="Request logs">
    <TenantLink to="./requests" activeOptions={{ exact: true, includeSearch: false }} label="Authenticated" />
    <TenantLink to="./requests/unauthenticated" activeOptions={{ includeSearch: false }} label="Unauthenticated" />
  </Tabs>
);
