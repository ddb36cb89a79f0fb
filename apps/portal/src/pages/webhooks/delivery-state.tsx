import type { DeliveryView } from '../../api/types';
import { Badge, type Tone } from '../../ui/badge';

/** Why there was no answer. */
export const inWords = (reason: string | null) => (reason ?? 'no answer').replaceAll('_', ' ');

const TONES: Record<DeliveryView['state'], Tone> = {
  pending: 'info',
  delivered: 'ok',
  failed: 'bad',
  skipped: 'plain',
};

export const DeliveryState = ({ delivery: { state, sending } }: { delivery: DeliveryView }) => (
  <Badge tone={TONES[state]}>{sending ? 'sending' : state}</Badge>
);
