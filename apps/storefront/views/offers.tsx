import type { SearchResult } from '#domains/contract';
import { money } from './format.js';

/** A domain with its price. */
export type Offer = { domain: string } & Pick<SearchResult, 'unicode' | 'status' | 'price'>;

interface OffersProps {
  title: string;
  offers: Offer[];
  /** Whether these are the names that the visitor entered. */
  isExact?: boolean;
}

export const Offers = ({ title, offers, isExact = false }: OffersProps) =>
  offers.length === 0 ? null : (
    <section class={isExact ? 'offers exact' : 'offers'}>
      <h2>{title}</h2>
      <ul>
        {offers.map(offer => (
          <OfferItem key={offer.domain} {...offer} />
        ))}
      </ul>
    </section>
  );

const STATUS = { available: 'Available', premium: 'Premium', taken: 'Taken' };

const OfferItem = ({ domain, unicode = domain, status, price }: Offer) => (
  <li>
    <p class="name">
      <strong>{unicode}</strong> <span class={`badge ${status}`}>{STATUS[status]}</span>
    </p>
    {status === 'taken' ? (
      <p class="price">Already registered. Choose another name.</p>
    ) : (
      <>
        <Price {...price} />
        <a class="button" href={`/order?domain=${domain}`}>
          Order<span class="hidden"> {unicode}</span>
        </a>
      </>
    )}
  </li>
);

/** The price of the first year and of each further year. */
export const Price = ({ register, renew, currency }: Pick<Offer['price'], 'register' | 'renew' | 'currency'>) => (
  <p class="price">
    <b>{money(register, currency)}</b> the first year, renews at {money(renew, currency)} per year
  </p>
);
