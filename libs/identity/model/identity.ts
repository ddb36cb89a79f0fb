/** The account of a person at an OpenID Connect provider. A person has at most one at each provider. */
export class Identity {
  issuer: string;
  /** The provider's permanent ID of the person; email addresses can be given to somebody else. */
  subject: string;
  personId: string;
  createdAt: Date;
}
