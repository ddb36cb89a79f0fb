/** `npm run dev`: recompiles and restarts the service after each change, and serves the portal with hot reload. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { forgetBuild, prepare } from './cli/prepare.mjs';

const HELP = `Usage: npm run dev [-- options of nameyard start]

Installs and builds if needed, then starts
  the service, which is recompiled and restarted when a source changes; a debugger can attach to port 9229
  the portal, at http://127.0.0.1:5173/portal/ if the port is free, which shows changes without a reload

  npm run dev
  npm run dev -- --temporary    keep the data in a temporary folder
`;

const root = join(import.meta.dirname, '..');
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(HELP);
  process.exit();
}
await prepare();
// The compiler overwrites parts of the build, so other commands must build again.
forgetBuild();
const children = [start(['vite/bin/vite.js', 'apps/portal', '--host', '127.0.0.1'], 'inherit')];
const compiler = start(['@nestjs/cli/bin/nest.js', 'build', '--watch', '--preserveWatchOutput'], 'pipe');
children.push(compiler);
compiler.stdout.setEncoding('utf8').on('data', text => {
  process.stdout.write(text);
  // Started after the first compilation, because Node would restart the service for each file that the compiler writes.
  if (children.length === 2 && text.includes('Watching for file changes')) children.push(startService());
});
for (const child of children) child.once('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

function start([script, ...rest], stdout) {
  const args = [join('node_modules', script), ...rest];
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', stdout, 'inherit'] });
}

function startService() {
  const watch = ['--watch', '--watch-preserve-output', '--inspect', '--enable-source-maps'];
  return spawn(process.execPath, [...watch, 'dist/apps/cli/main.js', 'start', ...args], {
    cwd: root,
    stdio: 'inherit',
  });
}

function stop(signal) {
  for (const child of children) child.kill(typeof signal === 'string' ? signal : 'SIGTERM');
}
