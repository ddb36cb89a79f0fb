import { execFileSync } from 'node:child_process';

interface Entry {
  pid: number;
  parent: number;
  state: string;
  command: string;
}

/** All processes on this machine except zombies. */
function processTable(): Entry[] {
  return execFileSync('ps', ['-axo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' })
    .split('\n')
    .flatMap(line => {
      const [, pid, parent, state = '', command = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
      return pid && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), state, command }] : [];
    });
}

/** The process and its descendants. */
export function processTree(pid: number): number[] {
  const table = processTable();
  const family = table.filter(entry => entry.pid === pid).map(entry => entry.pid);
  for (const member of family) family.push(...table.filter(entry => entry.parent === member).map(entry => entry.pid));
  return family;
}

/** The PostgreSQL processes among these. */
export function postgresProcesses(pids: number[]): number[] {
  return processTable()
    .filter(({ pid, command }) => pids.includes(pid) && /(^|\/)postgres(:| |$)/.test(command))
    .map(({ pid }) => pid);
}

export function runningProcesses(pids: number[]): Entry[] {
  return processTable().filter(({ pid }) => pids.includes(pid));
}
