import { Conflict } from '#platform/model';

/** 409: nobody can have this name, or this tenant has it already. */
export class DomainTaken extends Conflict {
  constructor(domain: string) {
    super('DOMAIN_TAKEN', `${domain} is already registered.`);
  }
}
