import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { Program } from '../processes/program.js';
import { eventually, waitFor } from '../support/eventually.js';
import { CLI, freePort, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { sharedSandbox } from '../support/sandbox.js';
import { run } from './run.js';
import { JAVA_ARCHIVE, packOnce, repository } from './tarballs.js';

const project = join(ROOT, 'libs/client-java');
const page = readFileSync(join(project, 'README.md'), 'utf8');
const [, kitExample] = /^```java\n(.*?)^```/ms.exec(readFileSync(join(project, 'docs/testing.md'), 'utf8'))!;
const [shop, receiver] = [...page.matchAll(/^```java\n(.*?)^```/gms)].map(([, code]) => code!);

/** Runs the receiver of a page with a database that prints the IDs that it gets. */
const PRINTING = `import com.sun.net.httpserver.HttpServer;
import java.lang.reflect.*;
import java.net.InetSocketAddress;
import java.sql.*;
import java.util.List;
import javax.sql.DataSource;

class Main {
  static <T> T database(Class<T> type) {
    return type.cast(Proxy.newProxyInstance(Main.class.getClassLoader(), new Class<?>[] {type}, Main::call));
  }

  static Object call(Object database, Method method, Object[] arguments) {
    if (method.getName().equals("setString") && arguments[0].equals(1)) System.out.println(arguments[1]);
    if (method.getReturnType() == int.class) return 1;
    return method.getReturnType().isInterface() ? database(method.getReturnType()) : null;
  }

  public static void main(String[] arguments) throws Exception {
    List<String> secrets = List.of(System.getenv("WEBHOOK_SECRET"));
    HttpServer server = HttpServer.create(new InetSocketAddress(Integer.parseInt(System.getenv("PORT"))), 0);
    server.createContext("/webhooks", new Hook(secrets, database(DataSource.class)));
    server.start();
  }
}
`;

/** Sends a webhook, and one with a wrong signature, to a program; it must print the event. */
async function expectReceiver(start: (env: NodeJS.ProcessEnv) => Program, printed: string): Promise<void> {
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const port = await freePort();
  const program = start({ WEBHOOK_SECRET: secret, PORT: String(port) });
  const body = JSON.stringify({
    type: 'domain.registered',
    timestamp: '2026-01-01T00:00:00.000Z',
    data: { domain: 'my-shop.com', years: 2 },
  });
  const send = async (signer: string) => {
    const now = new Date();
    const signature = new Webhook(signer).sign('evt_1', now, body);
    const seconds = String(Math.floor(now.getTime() / 1_000));
    const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': seconds, 'webhook-signature': signature };
    return (await fetch(`http://127.0.0.1:${port}/webhooks`, { method: 'POST', headers, body })).status;
  };
  expect(await eventually(() => send(secret))).toBe(204);
  expect(await send(`whsec_${Buffer.alloc(32, 8).toString('base64')}`)).toBe(400);
  await waitFor('the event', () => program.stdout.includes(printed));
}

describeWith('mvn', 'the jar of the Java client', () => {
  const folder = temporaryFolder();
  const jar = join(folder, basename(JAVA_ARCHIVE));

  beforeAll(async () => {
    await packOnce();
    cpSync(JAVA_ARCHIVE, jar);
  });

  it('buys a domain with the program and the commands of libs/client-java/README.md', async () => {
    const sandbox = await sharedSandbox();
    const { tenant, key } = await sandbox.tenant();
    const access = { NAMEYARD_URL: `${sandbox.origin}/api/v1`, NAMEYARD_TENANT: tenant.slug, NAMEYARD_KEY: key.value };
    writeFileSync(join(folder, 'Shop.java'), shop!);
    const [, commands] = /```sh\n(.*?)```/s.exec(page)!;
    const options = { cwd: folder, env: { ...process.env, ...access } };
    const { stdout } = await promisify(execFile)('sh', ['-ec', commands!], options);
    expect(stdout).toMatch(/^available [\d.]+ USD\nregistered 1\nmy-java-shop\.com [\d.]+\n$/);
  });

  it('receives webhooks with the program of the page', async () => {
    const file = join(folder, 'Receiver.java');
    writeFileSync(file, receiver!);
    await expectReceiver(env => new Program('java', ['-cp', jar, file], env), 'evt_1 my-shop.com 2');
  });

  it('receives webhooks with the code of libs/webhooks/docs/verifying.md', async () => {
    const [, hook] = /^```java\n(.*?)^```/ms.exec(readFileSync(join(ROOT, 'libs/webhooks/docs/verifying.md'), 'utf8'))!;
    writeFileSync(join(folder, 'Hook.java'), hook!);
    writeFileSync(join(folder, 'Main.java'), PRINTING);
    run('javac', ['-cp', jar, '-encoding', 'UTF-8', '-Xlint:all', '-Werror', 'Hook.java', 'Main.java'], folder);
    await expectReceiver(env => new Program('java', ['-cp', `${jar}:.`, 'Main'], env, { cwd: folder }), 'evt_1\n');
  });
});

const PLUGIN = (name: string, version: string) =>
  `<plugin><artifactId>maven-${name}-plugin</artifactId><version>${version}</version></plugin>`;

/** A project of a consumer, with an early version of JUnit. */
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>dev.nameyard</groupId>
      <artifactId>client</artifactId>
      <version>${repository.version}</version>
      <scope>system</scope>
      <systemPath>\${project.basedir}/${basename(JAVA_ARCHIVE)}</systemPath>
    </dependency>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.10.0</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
  <build><plugins>
    ${PLUGIN('compiler', '3.14.1')}${PLUGIN('resources', '3.4.0')}${PLUGIN('surefire', '3.5.4')}
  </plugins></build>
</project>
`;

const PARALLEL = `junit.jupiter.execution.parallel.enabled=true
junit.jupiter.execution.parallel.mode.default=concurrent
junit.jupiter.execution.parallel.config.strategy=fixed
junit.jupiter.execution.parallel.config.fixed.parallelism=2
`;

const TEST = (name: string, statement: string) => `import dev.nameyard.testing.*;
import java.nio.file.*;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NameyardExtension.class)
class ${name}Test {
  @Test
  void server(World world) throws Exception {
    Files.writeString(Path.of("servers"), world.baseUrl() + "\\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    ${statement}
  }
}
`;

const KIT = { NAMEYARD_COMMAND: `${process.execPath} ${CLI}`, NAMEYARD_URL: '' };

const isRunning = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

describeWith('mvn', 'the test kit in the jar of the Java client', () => {
  const folder = temporaryFolder();
  const add = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const servers = () => readFileSync(join(folder, 'servers'), 'utf8').trim().split('\n');

  beforeAll(async () => {
    await packOnce();
    cpSync(JAVA_ARCHIVE, join(folder, basename(JAVA_ARCHIVE)));
    for (const name of ['java', 'resources']) mkdirSync(join(folder, 'src/test', name), { recursive: true });
    add('pom.xml', POM);
    add('src/test/resources/junit-platform.properties', PARALLEL);
    add('servers', '');
  });

  it('runs the test of libs/client-java/docs/testing.md, and starts one server for parallel tests', async () => {
    add('src/test/java/PurchaseTest.java', kitExample!);
    for (const name of ['One', 'Two'])
      add(`src/test/java/${name}Test.java`, TEST(name, 'world.client().tlds().list();'));
    expect(run('mvn', ['-B', 'test'], folder, KIT)).toMatch(/Tests run: 3, Failures: 0, Errors: 0, Skipped: 0/);
    const [server] = servers();
    expect(servers()).toEqual([server, server]);
    await waitFor('the server to stop', async () => !(await isRunning(server!)));
  });

  it('stops the server when the test run is killed', async () => {
    add('src/test/java/HangingTest.java', TEST('Hanging', 'Thread.sleep(600_000);'));
    const runner = new Program('mvn', ['-B', 'test', '-Dtest=HangingTest'], KIT, { cwd: folder });
    const server = await waitFor('the server', () => servers()[2]);
    expect(await isRunning(server)).toBe(true);
    await runner.end('SIGKILL');
    await waitFor('the server to stop', async () => !(await isRunning(server)));
  });
});

describeWith('mvn', 'the Maven project of the Java client', () => {
  it('is built, and passes its tests, for which the kit starts a server', () => {
    const copy = temporaryFolder();
    cpSync(project, copy, { recursive: true });
    expect(run('mvn', ['-B', 'package'], copy, KIT)).toMatch(/Tests run: [1-9]\d*, Failures: 0, Errors: 0, Skipped: 0/);
  });
});
