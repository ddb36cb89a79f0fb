import type { RegistrationView } from '#registry/contract';
import type { OrderEntry } from '#orders/contract';
import { Badge } from '../../ui/badge';

export const CHANNELS: Record<OrderEntry['channel'], string> = {
  api: 'API',
  storefront: 'Storefront',
  portal: 'Portal',
};

export const OrderStatus = ({ status }: Pick<OrderEntry, 'status'>) => (
  <Badge tone={status === 'paid' ? 'ok' : 'info'}>{status}</Badge>
);

export const RegistrationStatus = ({ status }: Pick<RegistrationView, 'status'>) => (
  <Badge tone={status === 'registered' ? 'ok' : 'warn'}>{status}</Badge>
);
