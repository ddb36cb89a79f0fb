import { type BusinessTime, conflict } from '#platform/model';

export class ClockBackwards extends conflict({
  code: 'CLOCK_BACKWARDS',
  description: 'The clock of the tenant cannot be set back.',
  advice: 'Reset the data of the tenant; that also sets its clock to real time.',
  reproduce: 'Freeze the clock, then advance it to an earlier time.',
}) {
  constructor(now: BusinessTime, problem = 'cannot be set back') {
    super(
      `The clock of the tenant stands at ${now.toISOString()} and ${problem}. Reset the data of the tenant to return to real time.`,
    );
  }
}
