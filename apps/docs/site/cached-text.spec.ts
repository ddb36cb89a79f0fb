import fastify from 'fastify';
import { CachedText } from './cached-text.js';

describe('CachedText', () => {
  it('makes the text again if making it failed, and once after that', async () => {
    let attempts = 0;
    const text = new CachedText('text/plain', () => {
      attempts++;
      if (attempts === 1) throw new Error('The file cannot be read.');
      return 'content';
    });
    const app = fastify();
    app.get('/', (request, reply) => text.send(request, reply));
    const statusOf = async () => (await app.inject('/')).statusCode;
    expect([await statusOf(), await statusOf(), await statusOf(), attempts]).toEqual([500, 200, 200, 2]);
  });
});
