import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries';
import { useUrlFields } from '../../lib/url-fields';
import { useTenant } from '../../shell/session';
import { formatMoney } from '../../ui/format';
import { Card, Facts, Page } from '../../ui/page';
import { Loaded } from '../../ui/placeholders';
import { LiveOrders } from './live-orders-table';

/** The money and the orders of a tenant at the registrar. */
export default function TenantLiveOrders() {
  const tenant = useTenant();
  const { search, change } = useUrlFields('/session/t/$tenant/live-orders');
  const { state = 'all', open } = search;
  const account = useQuery({ ...queries.liveAccount(tenant), refetchInterval: 4_000 });
  return (
    <Page description="Orders that keys with the scope live place at the registrar. An operator adds credit.">
      <Card title="Account">
        <Loaded query={account}>
          {({ currency, credit, held, spent, available, daily_limit, spent_today }) => (
            <Facts
              facts={Object.fromEntries(
                Object.entries({
                  Credit: credit,
                  Held: held,
                  Spent: spent,
                  Available: available,
                  'Daily limit': daily_limit,
                  'Spent today': spent_today,
                }).map(([name, amount]) => [name, formatMoney(amount, currency)]),
              )}
            />
          )}
        </Loaded>
      </Card>
      <LiveOrders state={state} open={open} onChange={change} tenant={tenant} />
    </Page>
  );
}
