export {
  type EmbeddedPostgres,
  findRunningPostgres,
  hasEmbeddedDatabase,
  startEmbeddedPostgres,
} from './embedded-postgres.js';
