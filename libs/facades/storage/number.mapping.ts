import { EntitySchema } from 'typeorm';

/** What providers number. */
export type NumberedKind = 'domain' | 'contact' | 'registration' | 'transfer' | 'renewal';

/** The number under which a facade shows a domain or an order. */
export interface GivenNumber {
  tenantId: string;
  kind: NumberedKind;
  /** Name of the domain, or ID of the order. */
  key: string;
  id: number;
}

/** The last number that was given. */
export interface LastNumber {
  tenantId: string;
  kind: NumberedKind;
  last: number;
}

export const GivenNumberMapping = new EntitySchema<GivenNumber>({
  name: 'GivenNumber',
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
