import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type Caller,
  ControlDisabled,
  type OperationCall,
  includesPermission,
  type OperationName,
  PermissionDenied,
} from '#identity/access';
import { assertApplicable, isApplicable } from '../model/fault.js';
import { parseFaultHeader } from '../model/fault-header.js';
import { FaultRules } from '../storage/fault-rules.js';
import { errorsByCode } from './fault-codes.js';
import { FAULT_HEADER } from './no-faults-on-live.guard.js';
import { InjectFault } from './inject-fault.js';
import { ChooseFault } from './choose-fault.js';

/** Prepares faults from the request header or from rules of the tenant. Runs after the check of the key. */
@Injectable()
export class FaultGuard implements CanActivate {
  constructor(
    private readonly rules: FaultRules,
    private readonly faults: ChooseFault,
    private readonly inject: InjectFault,
  ) {}

  canActivate(context: ExecutionContext): true | Promise<true> {
    const http = context.switchToHttp();
    const [request, reply] = [http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>()];
    const { caller } = request;
    const { operation } = request.routeOptions.config;
    return !caller || !operation || this.prepare({ caller, operation, request, reply });
  }

  /** Intercepts an operation if the request has a fault header, or if the tenant has rules. */
  prepare(exchange: Exchange): true | Promise<true> {
    const { tenant } = exchange.caller;
    const header = exchange.request.headers[FAULT_HEADER];
    if (header !== undefined) return this.useHeader(String(header), exchange);
    return tenant.controlDisabled || this.rules.isKnownEmpty(tenant.id) || this.useRules(exchange);
  }

  /** A fault in the header replaces all rules. */
  private useHeader(header: string, { caller, operation, operations = [], request, reply }: Exchange): true {
    if (!includesPermission(caller.permissions ?? [], 'sandbox.control')) throw new PermissionDenied('sandbox.control');
    if (caller.tenant.controlDisabled) throw new ControlDisabled();
    const fault = parseFaultHeader(header);
    const applies = (name: OperationName) => isApplicable(name, errorsByCode(name), fault);
    // The fault is meant for another operation of the same request.
    if (!applies(operation) && operations.some(applies)) return true;
    assertApplicable(fault, operation, errorsByCode(operation));
    const injection = { fault, source: 'header', tenant: caller.tenant, request, reply };
    caller.delivery = null;
    caller.intercept = async (call, proceed) => {
      const { idempotent } = request;
      if (!(await this.faults.applies(fault, { tenantId: caller.tenant.id, operation, call, idempotent })))
        return proceed();
      await this.logSubject(caller, call);
      return this.inject.execute(injection, proceed);
    };
    return true;
  }

  private async useRules({ caller, operation, request, reply }: Exchange): Promise<true> {
    const tenantId = caller.tenant.id;
    const rules = await this.rules.cache.get(tenantId);
    if (!rules) return true;
    caller.intercept = async (call, proceed) => {
      const { idempotent } = request;
      const rule = await this.faults.choose(rules, { tenantId, operation, call, idempotent });
      if (!rule) return this.inject.markAltered(caller, { request, reply }, proceed);
      await this.logSubject(caller, call);
      const injection = { fault: rule.fault, source: rule.id, tenant: caller.tenant, request, reply };
      return this.inject.execute(injection, proceed);
    };
    return true;
  }

  /** Sets the domain and the order of a request for the log: some faults replace the operation, which would set them. */
  private async logSubject(caller: Caller, call: OperationCall): Promise<void> {
    if (!call.domains) [caller.domain] = await this.faults.domainsOf(caller.tenant.id, call);
    if (caller.domain !== undefined) caller.orderId = call.order_id;
  }
}

interface Exchange {
  caller: Caller;
  operation: OperationName;
  /** All operations of the request, if it runs several. */
  operations?: readonly OperationName[];
  request: FastifyRequest;
  reply: FastifyReply;
}
