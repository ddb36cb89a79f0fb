import { blocksOf, read } from '../cli/documented.js';

/** The operations in the order of their snippets, in which the calls work one after the other, and the errors that they end with. */
export const SNIPPETS = read('apps/docs/site/generated/api-snippets.md')
  .split(/^## /m)
  .slice(1)
  .map(section => ({ id: section.split('\n')[0]!, code: (language: string) => blocksOf(section, language)[0] }));

const ERRORS: Record<string, string> = {
  endWorld: 'WORLD_NOT_FOUND',
  getExploration: 'EXPLORATION_NOT_FOUND',
  removeReceiver: 'RECEIVER_NOT_FOUND',
  transferOut: 'INVALID_AUTH_CODE',
};
/** The live registrar is switched off. */
export const outcomeOf = (id: string) => `${id} ${ERRORS[id] ?? (id.endsWith('Live') ? 'REGISTRAR_DISABLED' : 'ok')}\n`;

/** What the programs print: some calls also print their results. */
const inClients = SNIPPETS.filter(({ code }) => code('ts') !== undefined);
export const OUTCOMES = new RegExp(`^${inClients.map(({ id }) => outcomeOf(id)).join('(?:.*\\n)*?')}$`);

/** Makes the snippet of an operation print its outcome. */
const WITH_OUTCOME: Record<string, (code: string, id: string) => string> = {
  ts: (code, id) =>
    `try {\n${code}console.log('${id} ok');\n} catch (error: any) { console.log('${id}', error.code); }\n`,
  php: (code, id) =>
    `try {\n${code}echo "${id} ok\\n";\n} catch (Nameyard\\ApiError $error) { echo "${id} {$error->errorCode}\\n"; }\n`,
  python: (code, id) =>
    `try:\n${code.replace(/^/gm, '  ')}\n  print("${id} ok")\nexcept Exception as error:\n  print("${id}", error.code)\n`,
  go: (code, id) => `{\n${code}_ = ${/^\w+/.exec(code)![0]}\nreport("${id}", err)\n}\n`,
  java: (code, id) =>
    `try {\n${code}System.out.println("${id} ok");\n} catch (ApiException error) { System.out.println("${id} " + error.code()); }\n`,
};
export const GO_REPORT = `
func report(id string, err error) {
	var failed *nameyard.APIError
	if errors.As(err, &failed) {
		fmt.Println(id, failed.Code)
	} else if err == nil {
		fmt.Println(id, "ok")
	} else {
		log.Fatal(id, err)
	}
}
`;

/** The snippets of the reference in a language, as one program. */
export const referenceIn = (language: string): string[] =>
  inClients.map(({ id, code }) => WITH_OUTCOME[language]!(code(language)!, id));

/** What the snippets of the reference need. */
export const STATE = {
  version: 1,
  orders: [
    { order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9012', domain: 'my-shop.com', years: 2 },
    {
      order_id: 'ord_019aa3b0c1d27f3e8a4b5c6d7e8f9013',
      domain: 'registered.com',
      kind: 'transfer',
      status: 'paid',
      domain_status: 'pending',
    },
    // By default, the registry would decide after ten seconds, which a program can take to get there.
    {
      domain: 'my-pending-shop.com',
      status: 'paid',
      domain_status: 'pending',
      due_at: '2040-01-05T00:00:00Z',
    },
  ],
  registrations: [
    { domain: 'my-old-shop.com' },
    {
      domain: 'my-unverified-shop.com',
      contact: { first_name: 'Ada', last_name: 'Lovelace', email: 'unverified@example.com' },
      verification_due_at: '2040-01-05T00:00:00Z',
    },
  ],
  faults: [
    {
      id: 'flt_019aa3b0c1d27f3e8a4b5c6d7e8f9012',
      match: { domain: 'never-*' },
      fault: { kind: 'error', code: 'RATE_LIMITED' },
    },
  ],
};
