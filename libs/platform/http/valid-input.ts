import { type ArgumentMetadata, Body, Param, type PipeTransform, Query } from '@nestjs/common';
import { MalformedJson } from './http-errors.js';
import { readFields, readQuery } from './fields/read-fields.js';

const readerOf = (options: { strict: boolean }): PipeTransform => ({
  transform(value: unknown, { metatype }: ArgumentMetadata): object {
    if (value === undefined) throw new MalformedJson('The request has no body; send a JSON object.');
    return readFields(metatype as new () => object, value, options);
  },
});

const read = readerOf({ strict: false });
const readStrictly = readerOf({ strict: true });

/** Injects the validated request body. The type of the parameter declares its fields. */
export const ValidBody = () => Body(read);

/** Like `ValidBody`, but refuses unknown members, because a misspelled optional field would be ignored. */
export const StrictBody = () => Body(readStrictly);

/** Injects the validated query parameters. The type of the parameter declares them. */
export const ValidQuery = () =>
  Query({
    transform: (query: object, { metatype }: ArgumentMetadata) => readQuery(metatype as new () => object, query),
  } satisfies PipeTransform);

/** Injects the validated path parameters. The type of the parameter declares them. */
export const ValidPath = () => Param(read);

/** A request body without fields. */
export class EmptyRequest {}
