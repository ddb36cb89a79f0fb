import { type Sandbox, startSandbox } from '../support/sandbox.js';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.stop());

describe('200 when an order is paid', () => {
  it('registers', async () => {
    const client = await sandbox.tenant();
    const answer = await client.register('example.com');
    expect(answer.body.data.status).toBe('paid');
  });
});
