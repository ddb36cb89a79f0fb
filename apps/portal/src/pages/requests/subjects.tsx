import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ExchangeView, RequestView, WORLDS_KEY } from '#usage/contract';
import { queries } from '../../api/queries';
import { useTenant } from '../../shell/session';
import { DomainName } from '../../ui/domain-name';
import { DomainLink, OrderLink } from '../sandbox/subject-links';

const ORDER = /\b(ord_[\da-f]{32})\b/g;
const DOMAIN = /(?:"domain"\s*:\s*"|\/domains\/)([\p{L}\p{N}][\p{L}\p{N}-]*(?:\.[\p{L}\p{N}-]+)+)/gu;

/** A list of orders in a response names more. */
const MAX_SHOWN = 5;

const WORLDS: typeof WORLDS_KEY = 'worlds';

/** The order and the domain of a request, with links, for its facts. */
export function useSubjects(request: RequestView): Record<string, ReactNode> {
  const { id, key, domain, order_id } = request;
  const tenant = useTenant();
  const exchange = useQuery({ ...queries.exchange(tenant, id), placeholderData: undefined }).data;
  const of = key?.id === WORLDS ? exchange?.request?.headers['x-tenant'] : tenant;
  const domains = domain === null ? namesIn(exchange, DOMAIN) : [domain];
  const orders = order_id === null ? namesIn(exchange, ORDER) : [order_id];
  return {
    Domain:
      domains.length === 0
        ? '–'
        : listed(domains, name => (of ? <DomainLink name={name} of={of} /> : <DomainName>{name}</DomainName>)),
    Order:
      orders.length === 0 ? undefined : listed(orders, id => (of ? <OrderLink id={id} of={of} /> : <code>{id}</code>)),
  };
}

/** What a request names that the log does not know, for example because its body was not valid. */
function namesIn(exchange: ExchangeView | undefined, pattern: RegExp): string[] {
  const texts = [exchange?.target, exchange?.request?.body, exchange?.response?.body];
  const found = texts.map(text => [...(text ?? '').matchAll(pattern)].map(([, name]) => name!));
  return [...new Set(found.find(names => names.length > 0))].slice(0, MAX_SHOWN);
}

const listed = (names: string[], show: (name: string) => ReactNode) => (
  <ul className="grid grid-cols-1 gap-0.5">
    {names.map(name => (
      <li key={name}>{show(name)}</li>
    ))}
  </ul>
);
