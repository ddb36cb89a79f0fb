import type { FastifyReply } from 'fastify';
import { developerCookie, type Visit } from '../visit.js';
import type { Pages } from '../pages.js';
import { redirect, sendPage } from '../respond.js';
import { Field } from '../views/field.js';
import { Layout } from '../views/layout.js';
import { PageNotFound } from '../errors.js';
import { countCode } from '../limits.js';

export const askForCode = (pages: Pages, visit: Visit, problem?: string): FastifyReply =>
  sendPage(
    visit.reply,
    <Layout frame={pages.frame(visit, '/code')} title="Enter">
      <div class="hero">
        <h1>Welcome to {visit.storefront.name}</h1>
        <p class="lead">Enter the access code that you were given.</p>
        <form class="narrow" action="/code" method="post" novalidate>
          <input type="hidden" name="token" value={pages.forms.create(visit)} />
          <Field name="code" label="Access code" required autocomplete="off" problem={problem} />
          <button>Enter</button>
        </form>
      </div>
    </Layout>,
    problem ? 422 : 200,
  );

/** `POST /code`: checks the access code. */
export async function enterCode(pages: Pages, visit: Visit): Promise<FastifyReply> {
  const { code = '' } = pages.forms.read(visit);
  if (visit.isAdmitted) return redirect(visit.reply, '/');
  const { request, reply, storefront } = visit;
  const undoCount = await countCode(pages.services, storefront, request.ip);
  if (pages.codes.enter(reply, storefront, code)) {
    await undoCount();
    return redirect(reply, '/');
  }
  return askForCode(pages, visit, 'This code is not right. Ask the person who sent you here for the access code.');
}

/** `GET /share/:token`: opens the storefront with the access of a developer. */
export async function openShareLink({ services }: Pages, { request, reply, tenant }: Visit): Promise<FastifyReply> {
  const { token } = request.params as { token: string };
  if (!(await services.shareLinks.use(tenant.id, token))) throw new PageNotFound();
  developerCookie.set(reply, token);
  return redirect(reply, '/');
}
