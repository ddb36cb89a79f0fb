import { TenantLink } from '../../shell/session';

/** Switches between the request log and the requests that could not be authenticated. */
export const RequestTabs = () => (
  <nav className="tabs" aria-label="Request logs">
    <TenantLink to="./requests" activeOptions={{ exact: true, includeSearch: false }}>
      Authenticated
    </TenantLink>
    <TenantLink to="./requests/unauthenticated" activeOptions={{ includeSearch: false }}>
      Unauthenticated
    </TenantLink>
  </nav>
);
