import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Program } from '../processes/program.js';
import { waitFor } from '../support/eventually.js';
import { CLI, ROOT, temporaryFolder } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';
import { run } from './run.js';
import { packOnce, PHP_ARCHIVE, repository } from './tarballs.js';

const PROGRAM = `<?php
require 'nameyard/autoload.php';
echo new Nameyard\\Client('http://127.0.0.1:3000/api/v1', 'demo', 'key'), ' ', Nameyard\\Client::VERSION;
`;

const COMPOSER = {
  repositories: [{ type: 'path', url: 'nameyard' }, { 'packagist.org': false }],
  require: { 'nameyard/client': repository.version },
};

const TEST = (name: string, statement: string) => `<?php
final class ${name}Test extends PHPUnit\\Framework\\TestCase
{
    use Nameyard\\Testing\\NameyardWorld;

    public function testServer(): void
    {
        file_put_contents('servers', "{$this->world->baseUrl}\\n", FILE_APPEND);
        ${statement}
    }
}
`;

const KIT = { NAMEYARD_COMMAND: `${process.execPath} ${CLI}` };
const isRunning = (url: string): Promise<boolean> =>
  fetch(url).then(
    () => true,
    () => false,
  );

describeWith('composer', 'the archive of the PHP client', () => {
  const folder = temporaryFolder();
  const serversIn = (folder: string) => readFileSync(join(folder, 'servers'), 'utf8').trim().split('\n');

  it('is unpacked by the command of libs/client-php/README.md in an empty project', async () => {
    await packOnce();
    const [, install] = /```sh\n(.*?)```/s.exec(readFileSync(join(ROOT, 'libs/client-php/README.md'), 'utf8'))!;
    cpSync(PHP_ARCHIVE, join(folder, basename(PHP_ARCHIVE)));
    writeFileSync(join(folder, 'shop.php'), PROGRAM);
    run('sh', ['-ec', install!], folder);
    const client = 'Nameyard\\Client(http://127.0.0.1:3000/api/v1, demo)';
    expect(run('php', ['shop.php'], folder)).toBe(`${client} ${repository.version}`);
    const composer = JSON.parse(readFileSync(join(folder, 'nameyard/composer.json'), 'utf8')) as object;
    expect(composer).toMatchObject({ name: 'nameyard/client', version: repository.version });
  });

  it('is installed by Composer', () => {
    writeFileSync(join(folder, 'composer.json'), JSON.stringify(COMPOSER));
    run('composer', ['install', '--quiet', '--no-interaction'], folder, { COMPOSER_ALLOW_SUPERUSER: '1' });
    writeFileSync(join(folder, 'shop.php'), PROGRAM.replace('nameyard/autoload.php', 'vendor/autoload.php'));
    expect(run('php', ['shop.php'], folder)).toContain(repository.version);
  });

  it('starts one server for all workers of a test run, and stops it afterwards', async () => {
    for (const name of ['One', 'Two'])
      writeFileSync(join(folder, `${name}Test.php`), TEST(name, '$this->assertNotNull($this->world->client);'));
    const worker = (name: string) => `TEST_TOKEN=${name} phpunit --bootstrap vendor/autoload.php ${name}Test.php`;
    run('sh', ['-ec', `${worker('One')} & ${worker('Two')} && wait $!`], folder, KIT);
    const servers = serversIn(folder);
    expect(servers).toEqual([servers[0], servers[0]]);
    await waitFor('the server to stop', async () => !(await isRunning(servers[0]!)));
  });

  it('stops the server when the test run is killed', async () => {
    writeFileSync(join(folder, 'HangingTest.php'), TEST('Hanging', 'sleep(600);'));
    const runner = new Program('phpunit', ['--bootstrap', 'vendor/autoload.php', 'HangingTest.php'], KIT, {
      cwd: folder,
    });
    await waitFor('the server', () => serversIn(folder).length === 3);
    const [, , server] = serversIn(folder);
    expect(await isRunning(server!)).toBe(true);
    await runner.end('SIGKILL');
    await waitFor('the server to stop', async () => !(await isRunning(server!)));
  });
});
