import type { ResponsePromise } from './response.js';

/** A page of a list. `next` is the cursor of the next page; null on the last page. */
interface Page {
  next: string | null;
}

/**
 * A list that the service returns in pages. `for await` iterates over its items and loads each page when it is needed;
 * `pages()` iterates over the pages.
 */
export class Pages<Data extends Page, Item> implements AsyncIterable<Item> {
  readonly #load: (after: string | undefined) => ResponsePromise<Data>;
  readonly #itemsOf: (page: Data) => Item[];

  constructor(load: (after: string | undefined) => ResponsePromise<Data>, itemsOf: (page: Data) => Item[]) {
    this.#load = load;
    this.#itemsOf = itemsOf;
  }

  /** The pages as the service returns them. */
  async *pages(): AsyncGenerator<Data, void, undefined> {
    for (let after: string | undefined; ;) {
      const page = await this.#load(after);
      yield page;
      if (page.next === null) return;
      after = page.next;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page);
  }
}
