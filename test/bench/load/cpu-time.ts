import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** CPU time of processes so far in microseconds; NaN if the system does not report it. */
export function cpuTimeOf(pids: number[]): number {
  try {
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * microsPerTick();
  } catch {
    return NaN;
  }
}

/** User and system time are fields 12 and 13 after the command, which is in brackets and may contain spaces. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}

let tick: number | undefined;

const microsPerTick = (): number => (tick ??= 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
