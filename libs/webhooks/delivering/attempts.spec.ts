import { createLogger } from '#platform/observability/log';
import { GuardedClient, OutgoingFailure } from '#platform/outgoing';
import { Clock } from '#platform/process/clock';
import type { Settings } from '#platform/process/config';
import { newSecret } from '../model/signature.js';
import type { SigningSecrets } from '../signing-secrets.js';
import type { Lease } from '../storage/leases.js';
import type { OutgoingDelivery } from '../storage/reading.js';
import { Attempts } from './attempts.js';

const lease = { receiver: 'rcv_1', url: 'https://shop.example/hooks/secret', secrets: [] } as unknown as Lease;
const delivery = {
  id: 'dlv_1',
  eventId: 'evt_1',
  eventType: 'domain.registered',
  number: 1,
  step: 0,
  body: '{}',
  requestId: null,
  recordedAt: new Date(),
} as OutgoingDelivery;

/** Attempts the delivery with a client that fails; returns the reason and the warnings of the log. */
async function attemptWith(failure: OutgoingFailure) {
  const lines: { level: string; [field: string]: unknown }[] = [];
  const logger = createLogger('info', { write: line => void lines.push(JSON.parse(line)) });
  const secret = newSecret();
  const attempts = new Attempts(
    { open: () => [secret] } as unknown as SigningSecrets,
    { post: () => Promise.reject(failure) } as unknown as GuardedClient,
    new Clock(),
    { webhookRetrySchedule: [0, 1_000] } as unknown as Settings,
    logger,
  );
  const { attempt } = await attempts.execute(lease, delivery);
  return {
    reason: attempt?.reason,
    warnings: lines.filter(({ level }) => level === 'warn'),
    text: JSON.stringify(lines),
  };
}

describe('an attempt without a response', () => {
  it('logs the cause of an unknown failure, without what was sent', async () => {
    const cause = Object.assign(new Error('no buffer space'), { code: 'ENOBUFS', input: lease.url });
    const { reason, warnings, text } = await attemptWith(new OutgoingFailure('failed', 'Not sent.', { cause }));
    expect(reason).toBe('failed');
    expect(warnings).toMatchObject([
      { delivery: 'dlv_1', receiver: 'rcv_1', cause: expect.stringMatching(/^ENOBUFS Error: no buffer space\n/) },
    ]);
    expect(text).not.toContain('shop.example');
  });

  it('logs no cause of a failure whose reason says it', async () => {
    const cause = new Error('connect ECONNREFUSED');
    const { reason, warnings } = await attemptWith(new OutgoingFailure('connection_refused', 'Refused.', { cause }));
    expect({ reason, warnings }).toEqual({ reason: 'connection_refused', warnings: [] });
  });
});
