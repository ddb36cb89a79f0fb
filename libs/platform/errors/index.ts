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
  tooMany,
  unauthenticated,
} from './refusal.js';
export { UsageError } from './usage-error.js';
