import { type ArgumentMetadata, Body, Injectable, type PipeTransform } from '@nestjs/common';
import { MalformedJson } from './errors.js';
import { readFields } from './fields/read-fields.js';

@Injectable()
class ReadBody implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): object {
    if (value === undefined) throw new MalformedJson('The request has no body; send a JSON object.');
    return readFields(metatype as new () => object, value);
  }
}

const reader = new ReadBody();

/** Injects the validated request body. The type of the parameter declares its fields. */
export const ValidBody = () => Body(reader);

/** A request body without fields. */
export class EmptyRequest {}
