/** What requests and answers are made of; safe to read for anyone, the browser takes its types only. */
export { type Event, EventKind } from './events/event-kind.js';
export { EnumField, BooleanField, DateTimeField, StringListField } from './http/fields/choices.js';
export {
  CountryField,
  EmailField,
  ObjectField,
  PhoneField,
  PasswordField,
  TextField,
  IntegerField,
} from './http/fields/fields.js';
export { DateTimeParameter, OpaqueIdParameter, TextParameter, IntegerParameter } from './http/fields/query-fields.js';
export { Field } from './http/fields/rule.js';
export { NextCursor } from './openapi/next-cursor.js';
export { Source } from './openapi/answer.js';
export { ApiRefusal } from './openapi/refusals.js';
export { MAX_HOST_NAME_LENGTH } from './names/label.js';
