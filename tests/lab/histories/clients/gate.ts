/** A gate through which work goes while it is open. Closing it waits until nobody is inside. */
export class Gate {
  #opened = Promise.withResolvers<void>();
  #inside = new Set<Promise<void>>();

  constructor() {
    this.#opened.resolve();
  }

  async through(work: () => Promise<void>): Promise<void> {
    await this.#opened.promise;
    const working = work().finally(() => this.#inside.delete(working));
    this.#inside.add(working);
    await working;
  }

  async close(): Promise<void> {
    this.#opened = Promise.withResolvers();
    await Promise.all(this.#inside);
  }

  open(): void {
    this.#opened.resolve();
  }
}
