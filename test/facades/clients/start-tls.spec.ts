import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bash, blocksOf, commandsIn, page } from '../../cli/documented.js';
import { folderWithPostgres } from '../../processes/postgres.js';
import { Program } from '../../processes/program.js';
import { CLI, temporaryFolder } from '../../support/paths.js';
import { describeWith } from '../../support/requirements.js';
import { createTrustStore, javaObstacle, type Language, runProgram, trustIn } from './runners.js';

/** A path with a space. */
const dataDir = folderWithPostgres('my data');
const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', METRICS_PORT: '0' };

/** What `nameyard start --tls` prints, and the command that it names for clients of DNSimple and Cloudflare. */
let started: string;
let facades: string;

beforeAll(async () => {
  const [args = []] = await commandsIn(blocksOf(page('facades-dnsimple'), 'sh')[0]!);
  const program = new Program(process.execPath, [CLI, ...args, '--tls-port', '0'], env);
  await program.waitForOutput('Stop with Ctrl-C');
  started = program.stdout;
  facades = await bash(after('Settings for the clients of DNSimple and Cloudflare: '));
});

/** The rest of a printed line. */
const after = (start: string) =>
  started
    .split('\n')
    .find(line => line.startsWith(start))!
    .slice(start.length);

/** The printed configuration of a client. */
function configurationOf(provider: string, language: string): string {
  const section = facades.split('\n\n').find(lines => lines.startsWith(provider))!;
  return new RegExp(`^ {2}${language} +(.*)$`, 'm').exec(section)![1]!;
}

/** The printed variables, and the printed key. */
const variables = () => ({ ...trustIn(started), NAMEYARD_KEY: /^ {2}key +(\S+)/m.exec(started)![1]! });

const run = (language: Language, ...lines: string[]): Promise<string> =>
  runProgram(language, lines.join('\n'), variables());

const EMAIL = 'demo@nameyard.invalid';

describe('the lines that nameyard start --tls prints', () => {
  it('configure the npm package dnsimple', async () => {
    const client = configurationOf('DNSimple', 'Node.js');
    const show = `console.log((await (${client}).identity.whoami()).data.account.email)`;
    expect(await run('node', "import { DNSimple } from 'dnsimple'", show)).toBe(EMAIL);
  });

  it('configure the npm package cloudflare', async () => {
    const client = configurationOf('Cloudflare', 'Node.js');
    const show = `console.log((await (${client}).accounts.list()).result[0].name)`;
    expect(await run('node', "import Cloudflare from 'cloudflare'", show)).toBe('demo');
  });
});

describeWith('python3', 'the lines that nameyard start --tls prints', () => {
  it('configure the PyPI package dnsimple', async () => {
    const client = configurationOf('DNSimple', 'Python');
    const [trust = ''] = /(?<=^ {2})client\.session.*$/m.exec(started) ?? [];
    const show = 'print(client.identity.whoami().data.account.email)';
    expect(await run('python', 'import os', 'from dnsimple import Client', `client = ${client}`, trust, show)).toBe(
      EMAIL,
    );
  });

  it('configure the PyPI package cloudflare', async () => {
    const client = configurationOf('Cloudflare', 'Python');
    const show = `print(${client}.accounts.list().result[0].name)`;
    expect(await run('python', 'import os', 'from cloudflare import Cloudflare', show)).toBe('demo');
  });
});

describeWith('go', 'the lines that nameyard start --tls prints', () => {
  const program = (imports: string[], ...lines: string[]) => [
    `package main; import (${['context', 'fmt', 'os', ...imports].map(name => `"${name}"`).join('; ')})`,
    'func main() {',
    'ctx := context.Background()',
    ...lines,
    'if err != nil { panic(err) }',
    'fmt.Println(shown)',
    '}',
  ];

  it('configure the Go module dnsimple-go', async () => {
    const lines = program(
      ['github.com/dnsimple/dnsimple-go/v9/dnsimple'],
      configurationOf('DNSimple', 'Go'),
      'answer, err := client.Identity.Whoami(ctx); shown := answer.Data.Account.Email',
    );
    expect(await run('go', ...lines)).toBe(EMAIL);
  });

  it('configure the Go module cloudflare-go', async () => {
    // The root package of the client compiles for minutes; its services take the same options.
    const service = configurationOf('Cloudflare', 'Go').replace('cloudflare.NewClient', 'accounts.NewAccountService');
    const lines = program(
      ['github.com/cloudflare/cloudflare-go/v7/accounts', 'github.com/cloudflare/cloudflare-go/v7/option'],
      `answer, err := ${service}.List(ctx, accounts.AccountListParams{})`,
      'shown := answer.Result[0].Name',
    );
    expect(await run('go', ...lines)).toBe('demo');
  });
});

describeWith('javac', 'the lines that nameyard start --tls prints', () => {
  beforeAll(() => createTrustStore(started));

  it('configure Java, with java.net.http in place of a client', async () => {
    const base = /https:\S+\/facades\/dnsimple/.exec(facades)![0];
    const source = `
      import java.net.URI;
      import java.net.http.*;

      class Main {
        public static void main(String[] arguments) throws Exception {
          var request = HttpRequest.newBuilder(URI.create("${base}/v2/whoami"))
              .header("Authorization", "Bearer " + System.getenv("NAMEYARD_KEY"));
          System.out.print(
              HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString()).body());
        }
      }`;
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'Main.java'), source);
    const { stdout, stderr } = await new Program('java', ['Main.java'], variables(), { cwd: folder }).exited;
    expect([stdout, stderr].join('\n')).toContain(`"email":"${EMAIL}"`);
  });

  const client = () => {
    it('configure the Maven artifact dnsimple-java', async () => {
      const source = `
        import com.dnsimple.Client;

        class Main {
          public static void main(String[] arguments) {
            var client = ${configurationOf('DNSimple', 'Java')};
            System.out.println(client.identity.whoami().getData().getAccount().getEmail());
          }
        }`;
      expect(await run('java', source)).toBe(EMAIL);
    });
  };
  describeWith('mvn', 'with the client', client, javaObstacle);
});
