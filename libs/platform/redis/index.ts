export { openRedis } from './open-redis.js';
