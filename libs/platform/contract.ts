/** Exports for contracts: event kinds, request fields and response fields. The portal imports only types. */
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
export { NextCursor, OpaquePageCursor, PageCursor, PageLimit } from './http/fields/pagination.js';
export { DateTimeParameter, OpaqueIdParameter, TextParameter, IntegerParameter } from './http/fields/query-fields.js';
export { Field } from './http/fields/rule.js';
export { Source } from './openapi/answer.js';
export { MAX_HOST_NAME_LENGTH } from './names/label.js';
export { NullableDateTime, NullableInteger, NullableNumber, NullableText } from './openapi/nullable.js';
