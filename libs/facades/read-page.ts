import type { Type } from '@nestjs/common';
import { readQuery } from '#platform/http';
import { ValidationFailed } from '#platform/model';
import { type CursorPageQuery, NumberedPageQuery, RegistrationsPageQuery } from './contract.js';

interface SortedBy<Column> {
  column: Column;
  direction: 'asc' | 'desc';
}

/**
 * Parses the page number, sort order and filters of a list. `columns` maps the fields of `sort`, for example
 * `expiration:desc,name:asc`, to columns; the first field is the default.
 * @throws ValidationFailed
 */
export function readNumberedPage<Column>(query: object, columns: Record<string, Column>) {
  const fields = Object.keys(columns);
  const { page, per_page: limit, sort = fields[0]!, ...filter } = readQuery(NumberedPageQuery, query);
  const order = sort.split(',').map((criterion): SortedBy<Column> => {
    const [field = '', direction = 'asc', ...others] = criterion.toLowerCase().split(':');
    if (!fields.includes(field) || (direction !== 'asc' && direction !== 'desc') || others.length > 0)
      throw ValidationFailed.of('sort', `must be a list of ${fields.join(', ')}, each optionally with :asc or :desc`);
    return { column: columns[field]!, direction };
  });
  return { ...filter, order, direction: order[0]!.direction, offset: (page - 1) * limit, limit };
}

const COLUMNS = { name: 'domain', registry_created_at: 'registered_at', registry_expires_at: 'expires_at' } as const;

/**
 * Parses the cursor of a page and the filters of a list.
 * @throws ValidationFailed
 */
export function readCursorPage<Query extends CursorPageQuery>(model: Type<Query>, query: object) {
  const { per_page: limit, cursor = '0', direction = 'asc', ...rest } = readQuery(model, query);
  return { ...rest, direction, offset: Number(cursor), limit } as const;
}

/**
 * Parses the cursor and the sort order of a page of registrations. The cursor contains the last registration of the previous
 * page, so that no registration is skipped or repeated when registrations are added or removed.
 * @throws ValidationFailed
 */
export function readRegistrationsPage(query: object) {
  const {
    sort_by = 'registry_created_at',
    direction = 'asc',
    per_page: limit,
    cursor: after,
  } = readQuery(RegistrationsPageQuery, query);
  return { offset: 0, after, limit, order: [{ column: COLUMNS[sort_by], direction }] };
}
