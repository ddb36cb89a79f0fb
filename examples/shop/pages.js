/** The pages of the shop. */

export const searchPage = () =>
  page(
    'Find your domain',
    `<form action="/search">
      <label>Domain <input name="domain" required autofocus placeholder="my-shop.com"></label>
      <button>Search</button>
    </form>`,
  );

export function resultPage({ query: domain, status, price, suggestions }, token) {
  if (status === 'taken') {
    const links = suggestions.map(
      ({ domain }) => `<li><a href="/search?domain=${escape(domain)}">${escape(domain)}</a></li>`,
    );
    return page(`${domain} is taken`, `<ul>${links.join('')}</ul><p><a href="/">Search again</a></p>`);
  }
  return page(
    `${domain} is available`,
    `<form action="/orders" method="post">
      <input type="hidden" name="domain" value="${escape(domain)}">
      <input type="hidden" name="token" value="${token}">
      <label>Years <input name="years" type="number" min="1" max="10" value="1" required></label>
      <label>First name <input name="first_name" required></label>
      <label>Last name <input name="last_name" required></label>
      <label>Email <input name="email" type="email" required></label>
      <p>${price.register} ${price.currency} for the first year, ${price.renew} for each further year</p>
      <button>Buy</button>
    </form>`,
  );
}

const TITLES = {
  registered: 'is yours',
  expired: 'has expired',
  pending: 'is being registered',
  action_required: 'needs more information',
  failed: 'could not be registered',
};

const confirmation = at => (at ? `confirmed at ${escape(at)}` : 'waiting for the registry');

/** @param registration undefined if the registry decides later, or has refused the domain */
export const receiptPage = (order, registration, confirmedAt) =>
  page(
    `${order.domain} ${TITLES[registration?.status ?? order.domain_status] ?? 'is not paid'}`,
    `<dl>
      <dt>Paid</dt><dd>${order.amount.total} ${order.amount.currency}</dd>
      <dt>Order</dt><dd>${escape(order.order_id)}</dd>
      ${registration ? `<dt>Registered until</dt><dd>${escape(registration.expires_at)}</dd>` : ''}
      ${order.refund ? `<dt>Paid back</dt><dd>${order.refund.total} ${order.refund.currency}</dd>` : ''}
      ${order.refund ? '' : `<dt>Confirmation</dt><dd>${confirmation(confirmedAt)}</dd>`}
    </dl>`,
  );

export const errorPage = (title, text) => page(title, `<p>${escape(text)}</p><p><a href="/">Search again</a></p>`);

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
  body { max-width: 32rem; margin: 4rem auto; padding: 0 1rem }
  form, label { display: grid; gap: .25rem }
  form { gap: 1rem }
  input, button { font: inherit; padding: .5rem .75rem; border: 1px solid GrayText; border-radius: .5rem }
  button { background: #1d4ed8; border-color: #1d4ed8; color: #fff; cursor: pointer }
  dt { color: GrayText } dd { margin: 0 0 .75rem; overflow-wrap: anywhere }`;

const page = (title, body) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<style>${STYLE}</style>
<h1>${escape(title)}</h1>
${body}
</html>`;

const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escape = text => String(text).replace(/[&<>"']/g, character => ENTITIES[character]);
