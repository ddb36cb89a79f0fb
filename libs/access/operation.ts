import { PATH_METADATA } from '@nestjs/common/constants.js';
import { ApiExtension } from '@nestjs/swagger';
import type { Caller } from './caller.js';
import type { OperationName } from './operations.js';
import type { Permission } from './permissions.js';
import { Requires } from './requires.js';

/** The domain or the order that an operation is about, as the validated request names it. */
export interface OperationCall {
  domain?: string;
  order_id?: string;
}

/** Runs an operation with `proceed`, or does something else instead. */
export type Intercept = <Result>(call: OperationCall, proceed: () => Promise<Result>) => Promise<Result>;

type Handler<Call, Rest extends unknown[], Result> = (caller: Caller, call: Call, ...rest: Rest) => Promise<Result>;

/** Names the operation of a route in the OpenAPI document, until the document describes its faults. */
export const OPERATION_EXTENSION = 'x-operation';

const routes = new Map<OperationName, { controller: object; handler: object }>();

/**
 * `@Requires` for a call of a purchase. `intercept` of the caller can replace the handler: it runs after the guards and
 * the validation of the fields.
 */
export const Operation =
  (operation: OperationName, permission: Permission) =>
  <Call extends OperationCall, Rest extends unknown[], Result>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<Handler<Call, Rest, Result>>,
  ): void => {
    const handler = descriptor.value!;
    const intercepted = function (this: unknown, caller: Caller, call: Call, ...rest: Rest): Promise<Result> {
      if (!caller.intercept) return handler.call(this, caller, call, ...rest);
      return caller.intercept(call, () => handler.call(this, caller, call, ...rest));
    };
    // Nest reads the name, and what the decorators below this one have described.
    Object.defineProperty(intercepted, 'name', { value: name });
    for (const key of Reflect.getOwnMetadataKeys(handler) as string[])
      Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, handler), intercepted);
    descriptor.value = intercepted;
    routes.set(operation, { controller: target.constructor, handler: intercepted });
    Requires(permission, { operation })(target, name, descriptor);
    ApiExtension(OPERATION_EXTENSION, operation)(target, name, descriptor);
  };

/** The path of the route of an operation, which is a POST route. */
export function pathOf(operation: OperationName): string {
  const { controller, handler } = routes.get(operation)!;
  const [base, path] = [controller, handler].map(part => Reflect.getMetadata(PATH_METADATA, part) as string);
  return `/${base}/${path}`;
}
