import { applyDecorators, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiExtension } from '@nestjs/swagger';
import type { Caller } from './caller.js';
import type { OperationName } from './operations.js';
import type { Permission } from './permissions.js';
import { Access, type KeyAccess, Requires } from './requires.js';

/** The domains or the order that an operation is about, as the validated request names them. */
export interface OperationCall {
  domain?: string;
  domains?: string[];
  order_id?: string;
}

/** Runs an operation with `proceed`, or does something else instead. */
export type Intercept = <Result>(call: OperationCall, proceed: () => Promise<Result>) => Promise<Result>;

/** Temporary extension of the OpenAPI document; `describeFaults` removes it when the document is built. */
export const OPERATION_EXTENSION = 'x-operation';

const routes = new Map<OperationName, { controller: object; handler: object }>();

/** `@Requires` for an operation into which faults can be injected. Its handler must run its work with `withFaults`. */
export const FaultableOperation = (operation: OperationName, permission: Permission): MethodDecorator =>
  applyDecorators(
    (target: object, _name: string | symbol, descriptor: PropertyDescriptor) =>
      void routes.set(operation, { controller: target.constructor, handler: descriptor.value as object }),
    Requires(permission, { operation }),
    ApiExtension(OPERATION_EXTENSION, operation),
  );

/** Runs the work of an operation through `intercept` of the caller, which can inject a fault instead. */
export const withFaults = <Result>(
  { intercept }: Caller,
  call: OperationCall,
  work: () => Promise<Result>,
): Promise<Result> => (intercept ? intercept(call, work) : work());

/** The operation whose route has this method and path. */
export const operationOf = (method: string, path: string): OperationName | undefined =>
  [...routes.keys()].find(operation => {
    const found = routeOf(operation);
    return found.method === method && found.route === path;
  });

/** The permission that an API key needs for an operation. */
export const permissionOf = (operation: OperationName): Permission =>
  (Reflect.getMetadata(Access.KEY, routes.get(operation)!.handler) as KeyAccess).permission;

/** Method and path of the route of an operation, as the request log has them. */
export function routeOf(operation: OperationName): { method: string; route: string } {
  const { controller, handler } = routes.get(operation)!;
  const [base, path] = [controller, handler].map(part => Reflect.getMetadata(PATH_METADATA, part) as string);
  const method = RequestMethod[Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod];
  return { method, route: `/${base}/${path}` };
}
