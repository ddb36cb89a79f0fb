/** Building blocks of requests and responses. Browsers import the types only. */
export { defineEvent, type Event, type EventKind } from './events/event.js';
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
