/** A page of a long list. `next` is the cursor of the following page, null at the end. */
export interface Page<T> {
  items: T[];
  next: string | null;
}

/** Yields a whole list page by page, so that memory holds only one page however long the list is. */
export async function* everyPage<T>(readPage: (after: string | null) => Promise<Page<T>>): AsyncGenerator<T[]> {
  let after: string | null = null;
  do {
    const page: Page<T> = await readPage(after);
    yield page.items;
    after = page.next;
  } while (after !== null);
}
