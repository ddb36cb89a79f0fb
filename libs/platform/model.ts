/** What models may use of the platform: error factories, IDs, and checks. Plain TypeScript. */
export { type BusinessTime, businessTime } from './clock/business-time.js';
export { parseDateTime } from './clock/date-time.js';
export {
  asciiLabel,
  type HostName,
  MAX_INPUT_LENGTH,
  normalizePlain,
  normalizeSearchTerm,
  normalizeUts46,
} from './names/host-name.js';
export { codePointOf, findForbidden } from './names/idna2008.js';
export { LABEL, MAX_HOST_NAME_LENGTH } from './names/label.js';
export { networkOf } from './names/network.js';
export { parseUrl } from './names/url.js';
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
} from './errors/refusal.js';
export { UnknownId, ValidationFailed } from './errors/validation-failed.js';
export { decodePart, maskPath } from './log/mask.js';
export { newId, randomCharacters } from './ids/ids.js';
export { hashOfSecret, hintOfSecret, isSecretValue, makeSecretValue } from './ids/secret-value.js';
export { problemOfTarget } from './outgoing/target.js';
export { maskCardNumbers, mayContainCardNumber } from './text/card-number.js';
export { isEmailAddress, MAX_EMAIL_LENGTH } from './text/email-address.js';
export { textProblem } from './text/one-line.js';
