export { createLogger, type DestinationStream, type Logger, LOGGER, maskTokens, NestLog } from './logger.js';
