import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { MAX_HELD, TooManyHeld } from './model/errors.js';
import { HeldRequests } from './held-requests.js';

const response = () => Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

describe('HeldRequests', () => {
  it('refuses requests of a tenant beyond the maximum, until one ends', async () => {
    const held = new HeldRequests();
    const ends: (() => void)[] = [];
    const hold = (tenant: string) => held.count(tenant, () => new Promise<void>(resolve => ends.push(resolve)));
    const running = Array.from({ length: MAX_HELD }, () => hold('one'));
    await expect(hold('one')).rejects.toThrow(TooManyHeld);
    running.push(hold('two'));
    ends.shift()!();
    await running.shift();
    running.push(hold('one'));
    await expect(hold('one')).rejects.toThrow(TooManyHeld);
    for (const end of ends) end();
    await Promise.all(running);
  });

  it('waits until the response is closed, or the process stops', async () => {
    const held = new HeldRequests();
    const [first, second] = [response(), response()];
    const waits = [held.wait(first, 60_000), held.wait(second, 60_000)];
    first.emit('close');
    await waits[0];
    held.beforeApplicationShutdown();
    await waits[1];
    await held.wait(response(), 60_000);
    expect(second.listenerCount('close')).toBe(0);
  });
});
