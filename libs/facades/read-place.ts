import { readQuery } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { CursorPageQuery, NumberedPageQuery } from './contract.js';

/**
 * Reads the number of a page, its order and the filters of a list. `sorts` has the fields of `sort`, for example `name:desc`;
 * the first one is the default.
 * @throws ValidationFailed
 */
export function readNumberedPlace<Sort>(query: object, sorts: Record<string, Sort>) {
  const { page, per_page: limit, sort, ...filter } = readQuery(NumberedPageQuery, query);
  const fields = Object.keys(sorts);
  const [field = fields[0]!, direction = 'asc'] = sort?.split(':') ?? [];
  if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc'))
    throw new ValidationFailed([{ field: 'sort', message: `must be ${fields.join(' or ')}, with :asc or :desc` }]);
  return { ...filter, sort: sorts[field]!, direction, offset: (page - 1) * limit, limit } as const;
}

const SORTS = { name: 'domain', registry_created_at: 'registered_at', registry_expires_at: 'expires_at' } as const;

/**
 * Reads the cursor of a page and its order.
 * @throws ValidationFailed
 */
export function readCursorPlace(query: object) {
  const { per_page: limit, cursor = '0', sort_by, direction = 'asc' } = readQuery(CursorPageQuery, query);
  return { sort: SORTS[sort_by ?? 'registry_created_at'], direction, offset: Number(cursor), limit } as const;
}
