import { ControlDisabled, type OperationName, OPERATIONS, routeOf } from '#identity/access';
import { CheckoutController } from '#checkout';
import { DomainsController } from '#domains';
import { OrdersController } from '#orders';
import { RegistrationsController, RegistryController } from '#registry';
import { type ErrorSpec, STATUSES } from '#platform/http/errors';
import { ERRORS_OF_BODIES, ERRORS_OF_EVERY_ROUTE, RouteNotFound } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { refusalsOf } from '#platform/http/openapi';
import type { SimulatedErrors } from '../contract.js';
import { ERRORS_OF_FAULTS } from '../model/errors.js';

/** Handlers of the operations, whose metadata lists errors. Processes that do not serve the API can read them, too. */
const HANDLERS: Record<OperationName, object> = {
  search: DomainsController.prototype.searchDomain,
  check: DomainsController.prototype.checkDomains,
  order: OrdersController.prototype.placeOrder,
  checkout: CheckoutController.prototype.checkOut,
  renew: OrdersController.prototype.renewDomain,
  transfer: RegistryController.prototype.transferDomain,
  cancel: RegistryController.prototype.cancelOrder,
  update: RegistrationsController.prototype.updateRegistration,
  delete: RegistrationsController.prototype.deleteRegistration,
};

/** Errors that every operation documents besides those of `@Refuses`. */
const COMMON_ERRORS = [
  ...ERRORS_OF_EVERY_ROUTE,
  ...ERRORS_OF_BODIES,
  ValidationFailed,
  ControlDisabled,
  ...ERRORS_OF_FAULTS,
];

type Errors = ReadonlyMap<string, ErrorSpec>;

const cached = new Map<OperationName | null, Errors>();

/** The errors that faults can simulate for an operation, by code; with null, for any operation. */
export function errorsByCode(operation: OperationName | null): Errors {
  const errors = cached.get(operation) ?? collect(operation);
  cached.set(operation, errors);
  return errors;
}

function collect(operation: OperationName | null): Errors {
  const documented = (operation === null ? OPERATIONS : [operation]).flatMap(documentedErrors);
  return new Map([...documented, ...COMMON_ERRORS.map(({ spec }) => spec)].map(spec => [spec.code, spec]));
}

/** A route with a path parameter can also return `RouteNotFound`. */
const documentedErrors = (operation: OperationName): ErrorSpec[] => [
  ...refusalsOf(HANDLERS[operation]),
  ...(routeOf(operation).route.includes(':') ? [RouteNotFound.spec] : []),
];

/** All errors that faults can simulate, in order of status and code. */
export function simulatedErrors(): SimulatedErrors['errors'] {
  const errors = [...errorsByCode(null).values()].map(({ code, family, description }) => ({
    code,
    status: STATUSES[family],
    description,
    operations: OPERATIONS.filter(operation => errorsByCode(operation).has(code)),
  }));
  return errors.toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1));
}
