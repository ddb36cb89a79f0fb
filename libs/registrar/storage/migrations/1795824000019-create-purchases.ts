import type { QueryRunner } from 'typeorm';
import { Migration } from '#platform/database';

export class CreatePurchases1795824000019 extends Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Amounts are in cents.
      CREATE TABLE registrar.accounts (
        tenant_id   text PRIMARY KEY,
        credit      bigint NOT NULL DEFAULT 0,
        held        bigint NOT NULL DEFAULT 0,
        spent       bigint NOT NULL DEFAULT 0,
        daily_limit bigint NOT NULL DEFAULT 10000,
        CHECK (held >= 0 AND spent >= 0 AND held + spent <= credit)
      );

      CREATE TABLE registrar.orders (
        id             text PRIMARY KEY,
        tenant_id      text NOT NULL,
        kind           text NOT NULL,
        domain         text NOT NULL,
        tld            text NOT NULL,
        years          integer NOT NULL,
        total          integer NOT NULL,
        owner          jsonb NOT NULL,
        privacy        boolean NOT NULL DEFAULT false,
        settings       jsonb,
        status         text NOT NULL DEFAULT 'created',
        domain_status  text,
        failure        jsonb,
        created_at     timestamptz(3) NOT NULL,
        paid_at        timestamptz(3),
        ended_at       timestamptz(3),
        registered_at  timestamptz(3),
        expires_at     timestamptz(3),
        -- The checkout.
        reference      text,
        slug           text,
        request_id     text,
        traceparent    text,
        -- The purchase.
        step           text,
        due_at         timestamptz(3),
        lease          text,
        leased_until   timestamptz(3),
        contact        text,
        expires_before timestamptz(3),
        premium_price  integer,
        submissions    integer NOT NULL DEFAULT 0,
        submitted_at   timestamptz(3),
        registrar_id   text,
        refusal        jsonb,
        looks          integer NOT NULL DEFAULT 0,
        missing_since  timestamptz(3),
        stuck          text
      );
      CREATE INDEX orders_by_tenant ON registrar.orders (tenant_id, id);
      CREATE UNIQUE INDEX orders_reference ON registrar.orders (tenant_id, reference);
      -- The account at the registrar is shared by all tenants.
      CREATE UNIQUE INDEX orders_unfinished ON registrar.orders (domain) WHERE domain_status = 'pending';
      CREATE INDEX orders_due ON registrar.orders (due_at) WHERE domain_status = 'pending';

      CREATE TABLE registrar.steps (
        id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        order_id   text NOT NULL,
        step       text NOT NULL,
        attempt    integer NOT NULL,
        call       text NOT NULL,
        at         timestamptz(3) NOT NULL,
        ms         integer NOT NULL,
        status     integer,
        request_id text,
        error      text
      );
      CREATE INDEX steps_by_order ON registrar.steps (order_id, id);

      CREATE TABLE registrar.ledger (
        id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        tenant_id text NOT NULL,
        kind      text NOT NULL,
        amount    bigint NOT NULL,
        order_id  text,
        reason    text,
        at        timestamptz(3) NOT NULL
      );
      CREATE UNIQUE INDEX ledger_by_order ON registrar.ledger (order_id, kind);
      CREATE INDEX ledger_by_time ON registrar.ledger (at);

      CREATE TABLE registrar.registrations (
        domain        text PRIMARY KEY,
        tenant_id     text NOT NULL,
        tld           text NOT NULL,
        order_id      text NOT NULL,
        owner         jsonb NOT NULL,
        contact       text NOT NULL,
        premium       boolean NOT NULL,
        registered_at timestamptz(3) NOT NULL,
        expires_at    timestamptz(3) NOT NULL
      );
      CREATE INDEX registrations_by_tenant ON registrar.registrations (tenant_id, registered_at, domain);
    `);
  }
}
