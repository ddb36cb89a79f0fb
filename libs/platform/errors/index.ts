export {
  adviceFor,
  conflict,
  type ErrorSpec,
  type ErrorType,
  forbidden,
  invalid,
  misdirected,
  notFound,
  Refusal,
  specOf,
  STATUSES,
  tooMany,
  unauthenticated,
} from './refusal.js';
export { UsageError } from './usage-error.js';
