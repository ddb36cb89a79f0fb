import { notImplemented } from '#platform/http/errors';

export class FacadeCallUnsupported extends notImplemented({
  code: 'FACADE_CALL_UNSUPPORTED',
  description: 'The facade does not support this call of the provider, or one of its options.',
  advice: 'The page `/docs/facades` lists the supported calls.',
  reproduce: 'Get `/facades/dnsimple/v2/<account>/webhooks`.',
  retryable: false,
}) {}
