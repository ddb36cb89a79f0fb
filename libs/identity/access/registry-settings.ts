/** How the registry behind a tenant's sandbox behaves. Delays are durations (ISO 8601) by the tenant's clock. */
export interface RegistrySettings {
  /** `async`: the registry decides every registration after `registration_delay`. */
  registration: 'sync' | 'async';
  registration_delay: string;
  transfer_delay: string;
  /** Premium names need a `max_amount`. */
  strict_prices: boolean;
  /** Owners need all fields that the registry of the TLD requires. */
  strict_owners: boolean;
  /** Factor for all prices, in percent. */
  price_percent: number;
}

export const DEFAULT_REGISTRY: Readonly<RegistrySettings> = {
  registration: 'sync',
  registration_delay: 'PT10S',
  transfer_delay: 'P5D',
  strict_prices: false,
  strict_owners: false,
  price_percent: 100,
};
