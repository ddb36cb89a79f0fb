import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Microseconds of processor time that a process has used so far; nothing where the system does not tell. */
export function cpuTimeOf(pid: number): number | undefined {
  try {
    // After the command in brackets, which may hold spaces: user and system time are the 12th and 13th fields.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) * microsPerTick();
  } catch {
    return undefined;
  }
}

let tick: number | undefined;

const microsPerTick = (): number => (tick ??= 1e6 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })));
