/** Streams that can be open at the same time. */
const MAX = { perProcess: 200, perAddress: 10 };

/** Counts open streams of this process, because each of them reads from the database again and again. */
export class StreamSlots {
  private total = 0;
  private readonly byAddress = new Map<string, number>();

  /** Returns whether another stream can be opened. If so, it must be released. */
  take(address: string): boolean {
    const open = this.byAddress.get(address) ?? 0;
    if (this.total >= MAX.perProcess || open >= MAX.perAddress) return false;
    this.total++;
    this.byAddress.set(address, open + 1);
    return true;
  }

  release(address: string): void {
    this.total--;
    const open = this.byAddress.get(address)! - 1;
    if (open > 0) this.byAddress.set(address, open);
    else this.byAddress.delete(address);
  }
}
