import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { q } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Select } from '../../ui/field';
import { Card } from '../../ui/page';
import { DeliveryList } from './delivery-list';
import { WebhooksPage } from './frame';

const route = getRouteApi('/session/t/$tenant/webhooks/deliveries');

export function Deliveries() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const receivers = useQuery(q.receivers(tenant));
  return (
    <WebhooksPage tenant={tenant}>
      <Card flush>
        <DeliveryList
          tenant={tenant}
          receiver={search.receiver}
          state={search.state}
          open={search.open}
          receivers={receivers.data?.receivers}
          onSearch={more => void navigate({ search: { ...search, ...more } })}
        >
          <Select
            aria-label="Receiver"
            value={search.receiver ?? ''}
            onChange={event => void navigate({ search: { ...search, receiver: event.target.value } })}
          >
            <option value="">Any receiver</option>
            {receivers.data?.receivers.map(({ id, url }) => (
              <option key={id} value={id}>
                {url}
              </option>
            ))}
          </Select>
        </DeliveryList>
      </Card>
    </WebhooksPage>
  );
}
