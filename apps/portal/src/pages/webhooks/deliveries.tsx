import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { Select } from '../../ui/field';
import { Card } from '../../ui/page';
import { DeliveryList } from './delivery-list';
import { WebhooksPage } from './webhooks-page';

const route = getRouteApi('/session/t/$tenant/webhooks/deliveries');

export default function Deliveries() {
  const tenant = useTenant();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (more: Partial<typeof search>) => void navigate({ search: { ...search, ...more } });
  const receivers = useQuery(queries.receivers(tenant)).data?.receivers ?? [];
  return (
    <WebhooksPage tenant={tenant}>
      <Card flush>
        <DeliveryList tenant={tenant} search={search} change={change} receivers={receivers}>
          <Select
            label="Receiver"
            value={search.receiver}
            empty="Any receiver"
            options={receivers.map(({ id, url }) => ({ value: id, label: url }))}
            onChange={receiver => change({ receiver })}
          />
        </DeliveryList>
      </Card>
    </WebhooksPage>
  );
}
