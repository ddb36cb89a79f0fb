/** Accepts a maximum number of items per name in each period. */
export class Quota {
  private period = 0;
  private readonly accepted = new Map<string, number>();

  constructor(
    private readonly max: number,
    private readonly periodMs: number,
  ) {}

  accepts(name: string, now: number): boolean {
    const period = Math.floor(now / this.periodMs);
    if (period !== this.period) this.accepted.clear();
    this.period = period;
    const count = (this.accepted.get(name) ?? 0) + 1;
    if (count > this.max) return false;
    this.accepted.set(name, count);
    return true;
  }
}
