import { notFound } from '#platform/model';

/** Developers get the same error for a tenant that they cannot see. */
export class TenantNotFound extends notFound({
  code: 'TENANT_NOT_FOUND',
  description: 'The tenant does not exist, or the person cannot see it.',
}) {
  constructor(slug: string) {
    super(`There is no tenant "${slug}", or you cannot see it.`);
  }
}
