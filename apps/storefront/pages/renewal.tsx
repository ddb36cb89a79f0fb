import type { FastifyReply } from 'fastify';
import type { RegistrationView } from '#registry/contract';
import { RenewalRequest } from '#orders/contract';
import { Refusal, STATUSES } from '#platform/http/errors';
import { readFields } from '#platform/http';
import { type ApiCall, failure } from '../api-calls.js';
import { requireBuyer } from '../find-order.js';
import { type Fields, idempotentRequestOf } from '../forms.js';
import type { Pages } from '../pages.js';
import { redirect, sendPage } from '../respond.js';
import { Drawer } from '../views/drawer.js';
import { date, years } from '../views/format.js';
import { Layout } from '../views/layout.js';
import { Alert } from '../views/message.js';
import { yearsIn, YearsField } from '../views/years-field.js';
import type { Visit } from '../visit.js';

/** `GET /renew?domain=`: the choice of years. */
export async function showRenewalForm(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { domain = '' } = visit.request.query as { domain?: string | string[] };
  const registration = await findRegistration(pages, visit, String(domain));
  return sendForm(pages, visit, registration, '1');
}

/** `POST /renew`: orders the renewal and continues with the payment. */
export async function orderRenewal(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const fields = pages.forms.read(visit);
  const { services } = pages;
  const registration = await findRegistration(pages, visit, fields['domain'] ?? '');
  try {
    const request = readFields(RenewalRequest, requestOf(registration, fields));
    const once = idempotentRequestOf(visit, 'renew', fields);
    const { order_id, domain } = await services.orderRenewal.execute(visit.caller, request, once);
    await services.visitors.remember(visit.tenant.id, visit.visitor, { order: order_id, domain });
    return redirect(visit.reply, `/orders/${order_id}`);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return sendForm(pages, visit, registration, fields['years'] ?? '', error);
  }
}

/**
 * Finds a registration that the visitor may renew. Others are hidden, because a renewal order shows the registrant.
 * @throws InvalidDomain · UnsupportedTld · RegistrationNotFound · PageNotFound
 */
async function findRegistration(pages: Pages, visit: Visit, domain: string): Promise<RegistrationView> {
  const registration = await pages.services.findRegistrations.view(visit.tenant, domain);
  await requireBuyer(pages, visit, registration.order_id);
  return registration;
}

/** The body of the API call. */
const requestOf = ({ domain }: RegistrationView, { years = '' }: Fields) => ({ domain, years: yearsIn(years) });

function sendForm(
  pages: Pages,
  visit: Visit,
  registration: RegistrationView,
  selected: string,
  refusal?: Refusal,
): FastifyReply {
  const { domain, renewals, status, expires_at } = registration;
  const call: ApiCall = {
    name: 'renew',
    body: requestOf(registration, { years: selected }),
    response: refusal && failure(refusal),
  };
  return sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/renew')} title={`Renew ${domain}`}>
      {renewals.length > 0 && <p class="step">Step 1 of 2</p>}
      <h1>Renew {domain}</h1>
      <p class="lead">
        {status === 'expired' ? 'Expired on' : 'Registered until'} {date(expires_at)}.
      </p>
      {refusal && (
        <Alert>
          <p>{problemOf(refusal, registration)}</p>
        </Alert>
      )}
      {renewals.length > 0 ? (
        <RenewalForm token={pages.forms.create(visit)} registration={registration} selected={selected} />
      ) : (
        <TooEarly />
      )}
      {visit.isDeveloper && <Drawer tenant={visit.tenant.slug} calls={[call]} />}
    </Layout>,
    refusal && STATUSES[refusal.family],
  );
}

/** The API's messages about `years` are written for developers. */
function problemOf({ extras, message }: Refusal, { renewals }: RegistrationView): string {
  const isAboutYears = extras.details?.some(({ field }) => field === 'years');
  const longest = renewals.at(-1)?.years;
  return isAboutYears && longest !== undefined ? `Choose at most ${years(longest)}.` : message;
}

interface FormProps {
  token: string;
  registration: RegistrationView;
  selected: string;
}

const RenewalForm = ({ token, registration: { domain, renewals }, selected }: FormProps) => (
  <form action="/renew" method="post">
    <input type="hidden" name="token" value={token} />
    <input type="hidden" name="domain" value={domain} />
    <YearsField terms={renewals} selected={selected} problem={undefined} />
    <button>Continue to payment</button>
  </form>
);

const TooEarly = () => (
  <>
    <p>A domain can be registered for at most 10 years from now. Renew it later.</p>
    <p class="actions">
      <a class="button quiet" href="/domains">
        Your domains
      </a>
    </p>
  </>
);
