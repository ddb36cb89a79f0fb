import type { DeliveryView } from '../../api/types';
import { Badge, type Tone } from '../../ui/badge';

/** The reason of a failed attempt as text. */
export const formatReason = (reason: string | null) => (reason ?? 'no response').replaceAll('_', ' ');

const TONES: Record<DeliveryView['state'], Tone> = {
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'plain',
};

export const DeliveryState = ({ delivery: { state, sending } }: { delivery: DeliveryView }) => (
  <Badge tone={TONES[state]}>{sending ? 'sending' : state}</Badge>
);
