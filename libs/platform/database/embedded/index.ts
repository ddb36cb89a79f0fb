export { type EmbeddedPostgres, findRunningPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
