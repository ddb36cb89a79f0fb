import type { OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
export type Operation = NonNullable<PathItem['get']>;
export type Schema = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>[string];

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** The operations of all paths, each with its method. */
export function operationsOf({ paths }: OpenAPIObject): { method: string; operation: Operation }[] {
  return Object.values(paths).flatMap(path =>
    METHODS.flatMap(method => {
      const operation = path[method];
      return operation ? [{ method, operation }] : [];
    }),
  );
}
