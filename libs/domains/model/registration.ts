/** A name that a tenant has registered in its world. */
export class Registration {
  tenantId: string;
  /** In normal form. */
  domain: string;
  tld: string;
  orderId: string;
  registeredAt: Date;
  expiresAt: Date;
}
