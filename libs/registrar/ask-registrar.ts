import { Injectable } from '@nestjs/common';
import type { DomainName } from '#domains';
import { UnsupportedTld } from '#domains/model';
import { RegistrarMisconfigured, RegistrarRefused, RegistrarUnavailable } from './model/errors.js';
import { isUnsupportedTld, RegistrarFailure } from './model/registrar-failure.js';
import { RegistrarGateway, type RegistrarPrices } from './registrar-gateway.js';

/**
 * Asks the registrar about a domain on behalf of a caller.
 * @throws UnsupportedTld · RegistrarUnavailable · RegistrarMisconfigured · RegistrarRefused · RegistrarNotConnected
 */
@Injectable()
export class AskRegistrar {
  constructor(private readonly registrar: RegistrarGateway) {}

  check({ name, tld }: Pick<DomainName, 'name' | 'tld'>): Promise<{ available: boolean; premium: boolean }> {
    return this.registrar.check(name).catch(error => {
      throw isUnsupportedTld(error) ? new UnsupportedTld(tld) : refusalOf(error);
    });
  }

  prices(name: string): Promise<RegistrarPrices> {
    return this.registrar.prices(name).catch(error => {
      throw refusalOf(error);
    });
  }

  /** @throws RegistrarNotConnected */
  requireConnected(): void {
    this.registrar.requireConnected();
  }
}

/** Translates a failed call to the error for the API client; returns other errors unchanged. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof RegistrarFailure)) return error;
  if (error.kind === 'unavailable') return new RegistrarUnavailable(error.retryAfterMs);
  return error.kind === 'misconfigured' ? new RegistrarMisconfigured() : new RegistrarRefused(error.message);
}
