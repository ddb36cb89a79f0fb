import type { components, operations } from './generated/api.js';

/** Operation IDs of the OpenAPI document. */
export type OperationId = keyof operations;

type JsonOf<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : never;

type ResponsesOf<Id extends OperationId> = operations[Id]['responses'];

/** The `data` of the successful response of an operation. */
export type Data<Id extends OperationId> = JsonOf<ResponsesOf<Id>[keyof ResponsesOf<Id>]>;

/** The query parameters of an operation. */
export type Query<Id extends OperationId> = NonNullable<operations[Id]['parameters']['query']>;

type KeysOf<Union> = Union extends unknown ? keyof Union : never;

/** Forbids mixing the properties of different members of a union, which TypeScript would accept. */
type Exclusive<Union, All extends PropertyKey = KeysOf<Union>> = Union extends object
  ? Union & { [Key in Exclude<All, keyof Union>]?: never }
  : Union;

/** The request body of an operation. */
export type Body<Id extends OperationId> = Exclusive<JsonOf<operations[Id]['requestBody']>>;

/** The types of the API by their names in the OpenAPI document, for example `Schemas['OrderRequest']`. */
export type Schemas = components['schemas'];
