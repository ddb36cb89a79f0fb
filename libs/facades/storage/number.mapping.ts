import { EntitySchema } from 'typeorm';

/** Kinds of objects that have numeric IDs in facades. */
export type NumberedKind = 'domain' | 'contact' | 'registration' | 'transfer' | 'renewal';

/** The number under which a facade shows a domain or an order. */
interface AssignedNumber {
  tenantId: string;
  kind: NumberedKind;
  /** Name of the domain, or ID of the order. */
  key: string;
  id: number;
}

/** The counter of a kind. */
interface LastNumber {
  tenantId: string;
  kind: NumberedKind;
  last: number;
}

export const AssignedNumberMapping = new EntitySchema<AssignedNumber>({
  name: 'AssignedNumber',
  schema: 'facades',
  tableName: 'numbers',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'numbers_pkey' },
    kind: { type: 'text', primary: true, primaryKeyConstraintName: 'numbers_pkey' },
    key: { type: 'text', primary: true, primaryKeyConstraintName: 'numbers_pkey' },
    id: { type: 'integer' },
  },
});

export const LastNumberMapping = new EntitySchema<LastNumber>({
  name: 'LastNumber',
  schema: 'facades',
  tableName: 'last_numbers',
  columns: {
    tenantId: { name: 'tenant_id', type: 'text', primary: true, primaryKeyConstraintName: 'last_numbers_pkey' },
    kind: { type: 'text', primary: true, primaryKeyConstraintName: 'last_numbers_pkey' },
    last: { type: 'integer' },
  },
});
