import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventReader } from './event-reader.js';

describe('EventReader', () => {
  it('returns an event although none is expected, and omits those of other runs', async () => {
    const events = [
      { type: 'domain.registered', data: { domain: 'other.com' } },
      { type: 'domain.renewed', data: { domain: 'unique.com' } },
    ];
    const pages = [[], events];
    const server = createServer((_request, response) => {
      const page = pages.shift();
      const respond = () => {
        const data = { events: page ?? [], next: 'evt_next' };
        response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ data }));
      };
      setTimeout(respond, page ? 0 : 200);
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const reader = new EventReader({ url, key: 'ny_sandbox_x', tenant: 'demo' }, 'unique');
      await reader.start();
      expect(await reader.next(0)).toEqual(['domain.renewed']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});
