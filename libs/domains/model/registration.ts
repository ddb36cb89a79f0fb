export class Registration {
  tenantId: string;
  /** In normal form. */
  domain: string;
  tld: string;
  orderId: string;
  registeredAt: Date;
  expiresAt: Date;
}
