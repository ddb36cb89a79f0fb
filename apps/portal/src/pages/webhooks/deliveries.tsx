import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { useTenant } from '../../shell/session';
import { Card } from '../../ui/page';
import { DeliveryList } from './delivery-list';
import { WebhooksPage } from './webhooks-page';

export default function Deliveries() {
  const tenant = useTenant();
  const { search, change } = useUrlFields('/session/t/$tenant/webhooks/deliveries');
  const receivers = useQuery(queries.receivers(tenant)).data?.receivers ?? [];
  return (
    <WebhooksPage>
      <Card flush>
        <DeliveryList search={search} change={more => change(more, false)} receivers={receivers} />
      </Card>
    </WebhooksPage>
  );
}
