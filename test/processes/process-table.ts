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

/** IDs of the process and its descendants. */
export function processTree(pid: number): number[] {
  const table = processTable();
  const tree = table.filter(entry => entry.pid === pid).map(entry => entry.pid);
  for (const id of tree) tree.push(...table.filter(entry => entry.parent === id).map(entry => entry.pid));
  return tree;
}

/** The IDs that belong to PostgreSQL processes. */
export function postgresProcesses(pids: number[]): number[] {
  return processTable()
    .filter(({ pid, command }) => pids.includes(pid) && /(^|\/)postgres(:| |$)/.test(command))
    .map(({ pid }) => pid);
}

export function runningProcesses(pids: number[]): Entry[] {
  return processTable().filter(({ pid }) => pids.includes(pid));
}
