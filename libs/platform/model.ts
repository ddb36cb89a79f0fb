/** Exports for domain models: error factories, IDs, and checks, all in plain TypeScript. */
export { type BusinessTime, businessTime } from './process/clock/business-time.js';
export { addDuration, problemOfDuration } from './process/clock/duration.js';
export { parseDateTime } from './process/clock/date-time.js';
export {
  asciiLabel,
  type HostName,
  MAX_INPUT_LENGTH,
  normalizePlain,
  normalizeSearchTerm,
  normalizeUts46,
} from './http/text/host-name.js';
export { codePointOf, findForbidden } from './http/text/idna2008.js';
export { LABEL, MAX_HOST_NAME_LENGTH } from './http/text/label.js';
export { networkOf } from './http/text/network.js';
export { parseUrl } from './http/text/url.js';
export {
  badGateway,
  type BrokenField,
  conflict,
  type ErrorSpec,
  exampleOf,
  forbidden,
  gatewayTimeout,
  invalid,
  malformed,
  notFound,
  paymentRequired,
  Refusal,
  tooMany,
  unauthenticated,
  unavailable,
} from './http/errors/refusal.js';
export { UnknownId, ValidationFailed } from './http/errors/validation-failed.js';
export { decodePart, maskPath } from './observability/log/mask.js';
export { newId, randomCharacters } from './security/ids/ids.js';
export { hashOfSecret, hintOfSecret, isSecretValue, makeSecretValue } from './security/ids/secret-value.js';
export { problemOfTarget } from './outgoing/target.js';
export { maskCardNumbers, mayContainCardNumber } from './http/text/card-number.js';
export { isEmailAddress, MAX_EMAIL_LENGTH } from './http/text/email-address.js';
export { textProblem } from './http/text/one-line.js';
