import { Controller, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { type Caller, ForTenant, Idempotent, type Person, ThePerson, ThePortalCaller } from '#identity/access';
import { ValidBody, ValidPath } from '#platform/http';
import { type IdempotentRequest } from '#platform/http/idempotency';
import { ApiAnswer, ApiIdempotencyKey, Refuses } from '#platform/http/openapi';
import { RegistrationPath } from '#domains/contract';
import { InvalidDomain, RegistrationNotFound, RegistrationReleased, TermTooLong, UnsupportedTld } from '#domains/model';
import { CheckoutResult, RenewRequest } from '../contract.js';
import { RenewDomain } from './renew-domain.js';

@ApiTags('Sandbox data')
@Controller('portal/api/tenants/:tenant/domains/:domain/renew')
export class RenewalPortalController {
  constructor(private readonly renewDomainUseCase: RenewDomain) {}

  @Post()
  @ForTenant()
  @ApiOperation({
    summary: 'Renew a domain',
    description:
      'Orders a renewal at its current price and pays it with the payment method `test`. If the payment is refused, the order stays open.',
  })
  @ApiIdempotencyKey()
  @ApiAnswer(200, CheckoutResult, 'The paid order and the renewed registration.')
  @Refuses(InvalidDomain, UnsupportedTld, RegistrationNotFound, RegistrationReleased, TermTooLong)
  renewRegistration(
    @ThePerson() by: Person,
    @ThePortalCaller() caller: Caller,
    @ValidPath() { domain }: RegistrationPath,
    @ValidBody() { years }: RenewRequest,
    @Idempotent() idempotent: IdempotentRequest | undefined,
  ): Promise<CheckoutResult> {
    return this.renewDomainUseCase.execute(caller, { domain, years }, by, idempotent);
  }
}
