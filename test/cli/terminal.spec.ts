import { jest } from '@jest/globals';
import { progress, table } from '../../apps/cli/output.js';
import { Program } from '../processes/program.js';
import { runCommand } from '../processes/nameyard.js';
import { CLI } from '../support/paths.js';
import { describeWith } from '../support/requirements.js';

const ROWS = [
  { id: 'dlv_01920b3c6a7d', url: 'https://shop.example/webhooks/of/the/shop', state: 'delivered' },
  { id: 'dlv_01920b3c6a7e', url: 'https://shop.example', state: 'failed' },
];

describe('a table', () => {
  it('is not shortened without a terminal', () => {
    expect(table(ROWS, '').split('\n')).toEqual([
      'id                url                                        state',
      'dlv_01920b3c6a7d  https://shop.example/webhooks/of/the/shop  delivered',
      'dlv_01920b3c6a7e  https://shop.example                       failed',
    ]);
    expect(table(ROWS, '', 70)).toBe(table(ROWS, ''));
  });

  it('has narrower columns in a terminal, except for the first', () => {
    expect(table(ROWS, '', 50).split('\n')).toEqual([
      'id                url                    state',
      'dlv_01920b3c6a7d  https://shop.example…  delivered',
      'dlv_01920b3c6a7e  https://shop.example   failed',
    ]);
  });

  it('shows each row as a block where columns would become unreadable', () => {
    expect(table(ROWS, '', 30).split('\n')).toEqual([
      'id     dlv_01920b3c6a7d',
      'url    https://shop.example/webhooks/of/the/shop',
      'state  delivered',
      '',
      'id     dlv_01920b3c6a7e',
      'url    https://shop.example',
      'state  failed',
    ]);
  });
});

describe('--json', () => {
  it('is an option of every command except `completion` and `mcp`, whose output other programs read', async () => {
    const { stdout } = await runCommand(['completion', 'bash'], {});
    const nodes = [...stdout.matchAll(/^ {4}' (.*) '\*\) words='(.*)' ;;$/gm)].map(([, path, words]) => ({
      path: path!,
      words: words!.split(' '),
    }));
    const isGroup = (path: string) => nodes.some(node => node.path.startsWith(`${path} `));
    const commands = nodes.filter(({ path }) => !isGroup(path) && !/\bhelp$/.test(path));
    expect(commands.length).toBeGreaterThan(70);
    expect(commands.filter(({ words }) => !words.includes('--json')).map(({ path }) => path)).toEqual([
      'completion bash',
      'completion zsh',
      'completion fish',
      'mcp',
    ]);
  });
});

describe('standard output', () => {
  it('may be closed before the end', async () => {
    const script = `set -o pipefail; '${process.execPath}' '${CLI}' scenario list --json | head -c 10`;
    const { code, stdout, stderr } = await new Program('bash', ['-c', script], {}).exited;
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '[{"id":"se', stderr: '' });
  });
});

describe('a progress line', () => {
  it('cannot control the terminal', () => {
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    progress('Found: the state of a\u001b[2J is missing', { isLast: true });
    expect(write.mock.calls).toEqual([['Found: the state of a\ufffd[2J is missing\n']]);
    write.mockRestore();
  });
});

describeWith('python3', 'on a terminal', () => {
  /** Runs a command on a pseudo terminal. Node.js uses no colors if `CI` is set. */
  async function outputOn(columns: number, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
    const shell = `stty cols ${columns}; exec '${process.execPath}' '${CLI}' ${args.join(' ')}`;
    const script = `import pty; pty.spawn(['sh', '-c', """${shell}"""])`;
    const { stdout } = await new Program('python3', ['-c', script], { TERM: 'xterm', CI: undefined, ...env }).exited;
    return stdout.replaceAll('\r', '');
  }

  it('tables fit; piped, they are complete', async () => {
    const [narrow, piped] = [await outputOn(70, ['scenario', 'list']), await runCommand(['scenario', 'list'], {})];
    expect(Math.max(...narrow.split('\n').map(line => line.length))).toBe(70);
    expect(narrow).toContain('…');
    expect(piped.stdout).not.toContain('…');
    expect(Math.max(...piped.stdout.split('\n').map(line => line.length))).toBeGreaterThan(100);
  });

  it('errors are red, unless NO_COLOR is set', async () => {
    const args = ['webhooks', 'recover', 'rcv_0', '--tenant', 'demo', '--since', '1h'];
    const env = { DATA_DIR: '/nonexistent' };
    expect((await outputOn(80, args, env)).split('\u001b').slice(1)).toEqual([
      expect.stringMatching(/^\[31m./),
      '[39m\n',
    ]);
    expect(await outputOn(80, args, { ...env, NO_COLOR: '1' })).not.toContain('\u001b');
    expect((await runCommand(args, env)).stderr).not.toContain('\u001b');
  });

  it.each(['x03', 'x04'])('Ctrl-C and Ctrl-D at the passphrase cancel the command: %s', async key => {
    const script = `
import os, pty, sys
pid, fd = pty.fork()
if pid == 0: os.execvp(sys.argv[1], sys.argv[1:])
output = b''
while True:
    try: data = os.read(fd, 1024)
    except OSError: break
    if not data: break
    output += data
    if output.endswith(b'Passphrase of the backup: '): os.write(fd, b'\\${key}')
print(output.decode())
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))`;
    const args = ['-c', script, process.execPath, CLI, 'backup', '/nonexistent/file'];
    const { stdout, code } = await new Program('python3', args, { NO_COLOR: '1' }).exited;
    expect(stdout).toContain('Canceled.');
    expect(code).toBe(1);
  });
});
