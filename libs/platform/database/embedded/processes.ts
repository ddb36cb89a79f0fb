import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Distinguishes a process from later ones with the same process ID, except on Windows; null if it does not exist. On
 * Linux, zombies do not count as existing, because a container may have no init process that reaps them.
 */
export async function identityOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return identityOnLinux(pid);
  if (!exists(pid)) return null;
  if (process.platform === 'win32') return 'running';
  return outputOf('ps', ['-p', String(pid), '-o', 'lstart=']);
}

/** The command line of a process, or null. */
export async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return line && line.replaceAll('\0', ' ');
  }
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
    return outputOf('powershell', ['-NoProfile', '-Command', query]);
  }
  return outputOf('ps', ['-p', String(pid), '-ww', '-o', 'command=']);
}

async function identityOnLinux(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The name of the program is in parentheses and may contain any character; the other fields follow the last one.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return null;
  // The start time is relative to the boot of the machine.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()}/${startedAt}`;
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function outputOf(program: string, args: string[]): Promise<string | null> {
  const result = await run(program, args, { env: { ...process.env, LC_ALL: 'C' } }).catch(() => null);
  return result?.stdout.trim() || null;
}
