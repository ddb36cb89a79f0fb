import { Nameyard, type NameyardOptions } from '../../libs/client/index.js';

/** What a fake service does with a request: respond, or fail like a connection. */
type Answer = Response | Error | (() => Promise<Response>);

export interface FakeService {
  client: Nameyard;
  requests: { url: URL; method: string; headers: Headers; body: unknown; at: number }[];
}

/** A client whose requests get these answers one after the other; the last one is repeated. */
export function fakeService(answers: Answer[], options: Partial<NameyardOptions> = {}): FakeService {
  const requests: FakeService['requests'] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]!;
    const body = init.body === undefined ? undefined : JSON.parse(String(init.body));
    requests.push({
      url: new URL(String(url)),
      method: init.method!,
      headers: new Headers(init.headers),
      body,
      at: Date.now(),
    });
    if (answer instanceof Error) throw answer;
    return typeof answer === 'function' ? answer() : answer.clone();
  };
  const client = new Nameyard({
    baseUrl: 'https://names.example/api/v1',
    tenant: 'demo',
    apiKey: 'ny_sandbox_secret',
    fetch,
    ...options,
  });
  return { client, requests };
}

export const success = (data: unknown, headers: Record<string, string> = {}) =>
  Response.json({ success: true, data, error: null, meta: {} }, { headers: { 'X-Request-Id': 'req_1', ...headers } });

export const failure = (status: number, code: string, headers: Record<string, string> = {}, error: object = {}) =>
  Response.json(
    {
      success: false,
      data: null,
      error: { code, message: `It is ${code}.`, retryable: status === 429, docs: `/docs/errors#${code}`, ...error },
      meta: {},
    },
    { status, headers: { 'X-Request-Id': 'req_1', ...headers } },
  );

/** Never responds, and ignores the signal. */
export const hanging = () => new Promise<Response>(() => {});
