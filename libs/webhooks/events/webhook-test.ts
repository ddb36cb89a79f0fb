import { EventKind } from '#platform/contract';

/** Data of a test event. */
export class TestData {
  /** Receiver of the test event. @example rcv_01920b3c6a7d7f0e8a4c5b6d7e8f9012 */
  receiver_id: string;

  /** Text for people. @example "This is a test; nothing was registered." */
  message: string;

  /** Slug of the tenant. @example demo */
  tenant: string;
}

/** Sent to one receiver on request. Receivers cannot subscribe to it, and it is not retried. */
export const WebhookTest = new EventKind<TestData>({
  type: 'webhook.test',
  summary: 'A test event',
  description: 'Sent on request and signed like any other event. Nothing was registered.',
  model: TestData,
  example: {
    receiver_id: 'rcv_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
    message: 'This is a test; nothing was registered.',
    tenant: 'demo',
  },
});
