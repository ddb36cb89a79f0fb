/** Maximum numbers of open streams. */
const MAX = { perProcess: 200, perAddress: 10 };

/** Limits the open streams of this process, because each stream polls the database. */
export class StreamSlots {
  private total = 0;
  private readonly byAddress = new Map<string, number>();

  /** Reserves a slot, which the caller must release. Returns false if all slots are in use. */
  reserve(address: string): boolean {
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
