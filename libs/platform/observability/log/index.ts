export { createLogger, type DestinationStream, type Logger, LOGGER, NestLog } from './logger.js';
export { maskTokens } from './mask.js';
