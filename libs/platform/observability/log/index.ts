export { createLogger, type DestinationStream, type Logger, LOGGER, NestLog } from './logger.js';
export { decodePart, maskPath, maskTokens } from './mask.js';
