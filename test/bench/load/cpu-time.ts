import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Microseconds of processor time that processes have used so far; NaN where the system does not tell. */
export function cpuTimeOf(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * microsPerTick();
  } catch {
    return NaN;
  }
}

/** After the command, which stands in brackets and may hold spaces, user and system time are the 12th and 13th fields. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

let tick: number | undefined;

const microsPerTick = (): number => (tick ??= 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
