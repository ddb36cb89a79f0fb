import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What tells this process from a later one with the same number, or null when it is gone. A zombie is gone: in a
 * container nobody may ever collect it.
 */
export async function identityOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') return identityOnLinux(pid);
  if (!isThere(pid)) return null;
  if (process.platform === 'win32') return 'running';
  return ask('ps', ['-p', String(pid), '-o', 'lstart=']);
}

/** The command line that a process was started with, or null. */
export async function commandOf(pid: number): Promise<string | null> {
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => null);
    return line && line.replaceAll('\0', ' ');
  }
  if (process.platform === 'win32') {
    const query = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
    return ask('powershell', ['-NoProfile', '-Command', query]);
  }
  return ask('ps', ['-p', String(pid), '-ww', '-o', 'command=']);
}

async function identityOnLinux(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The program's name stands in brackets and may hold anything; the fixed fields follow the last bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startedAt] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X') return null;
  // The start is counted from the boot of the machine, so the boot is part of it.
  const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '');
  return `${boot.trim()}/${startedAt}`;
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function ask(program: string, args: string[]): Promise<string | null> {
  const answer = await run(program, args, { env: { ...process.env, LC_ALL: 'C' } }).catch(() => null);
  return answer?.stdout.trim() || null;
}
