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

/** The body of a request as the class of the parameter, every field checked. */
export const ValidBody = () => Body(reader);

/** The body of a request whose path says everything: an empty object. */
export class EmptyRequest {}
