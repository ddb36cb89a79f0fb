import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { registerCleanup } from '../support/cleanup.js';

/** A webhook receiver that accepts everything and counts the messages of each event. */
export class CountingReceiver {
  /** Number of messages by event ID. */
  readonly messages = new Map<string, number>();
  /** Orders of the registrations that were announced. */
  readonly orders = new Set<string>();

  private constructor(readonly url: string) {}

  /** @param address at which containers reach this machine */
  static async start(address: string): Promise<CountingReceiver> {
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      receiver.count(String(request.headers['webhook-id']), Buffer.concat(chunks).toString());
      response.writeHead(200).end();
    });
    server.listen(0, address);
    await once(server, 'listening');
    registerCleanup(() => {
      server.closeAllConnections();
      server.close();
    });
    const receiver = new CountingReceiver(`http://${address}:${(server.address() as AddressInfo).port}/hook`);
    return receiver;
  }

  private count(id: string, body: string): void {
    this.messages.set(id, (this.messages.get(id) ?? 0) + 1);
    const { type, data } = JSON.parse(body) as { type: string; data: { order_id: string } };
    if (type === 'domain.registered') this.orders.add(data.order_id);
  }
}
