import { EntitySchema, type EntitySchemaOptions } from 'typeorm';

/** Maps a class to the columns of a table such as `orders.orders`. */
export function mappingOf<T extends object>(
  target: new () => T,
  table: string,
  columns: EntitySchemaOptions<T>['columns'],
): EntitySchema<T> {
  const [schema, tableName] = table.split('.');
  return new EntitySchema<T>({ name: target.name, target, schema, tableName, columns });
}
