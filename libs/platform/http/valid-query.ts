import { type ArgumentMetadata, Injectable, type PipeTransform, Query } from '@nestjs/common';
import { readFields } from './fields/read-fields.js';

@Injectable()
class ReadQuery implements PipeTransform {
  transform(value: unknown, { metatype }: ArgumentMetadata): object {
    return readFields(metatype as new () => object, value);
  }
}

const reader = new ReadQuery();

/** Injects the validated query parameters. The type of the parameter declares them. */
export const ValidQuery = () => Query(reader);
