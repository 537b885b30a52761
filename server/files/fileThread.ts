import { Worker } from 'node:worker_threads';
import { DomainError } from '../domain/basics/errors.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import { Delivery } from './delivery.ts';
import { readFailure } from './failure.ts';
import type { FromThread, OrderTimes, ToThread } from './messages.ts';

interface Made {
  delivery: Delivery;
  /** Runs when the thread works on the order no more. */
  closed: () => void;
}

/** A thread that runs out of this memory ends alone; the process and its other threads go on. */
const memoryMib = 256;

/**
 * Room for what a file throws away while it is made. The less often that is cleared, the less the helper threads of the
 * process, which keep their priority, take from requests.
 */
const memoryForShortMib = 96;

/** A running thread, and the orders that it works on. */
export class FileThread {
  readonly #worker: Worker;
  readonly #orders = new Map<number, Made>();
  #ids = 0;

  /** Starts a thread from the file `entry`. `ended` gets the error that ended it, or undefined after a stop. */
  constructor(entry: URL, data: unknown, ended: (error: unknown) => void) {
    let failure: unknown;
    this.#worker = new Worker(entry, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMib, maxYoungGenerationSizeMb: memoryForShortMib } });
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => {
      failure = error;
    });
    this.#worker.on('exit', () => {
      ended(failure);
      for (const id of [...this.#orders.keys()]) this.#close(id);
    });
  }

  get open(): number {
    return this.#orders.size;
  }

  /** Gives the thread an order. `closed` runs when it works on that no more, whatever came of it. */
  make(order: FileOrder, times: OrderTimes, closed: () => void): { delivery: Delivery; taken: () => void; leave: () => void } {
    this.#ids += 1;
    const id = this.#ids;
    const delivery = new Delivery();
    this.#say({ type: 'make', id, order, times });
    this.#orders.set(id, { delivery, closed });
    return { delivery, taken: () => this.#say({ type: 'taken', id }), leave: () => this.#say({ type: 'leave', id }) };
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }

  #say(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #hear(message: FromThread): void {
    const delivery = this.#orders.get(message.id)?.delivery;
    if (!delivery) return;
    if (message.type === 'head') delivery.begin(message.head);
    else if (message.type === 'piece') delivery.add(message.bytes);
    else if (message.type === 'complete') delivery.end(null);
    else if (message.type === 'failed') delivery.end(readFailure(message.failure));
    else this.#close(message.id);
  }

  /** Ends an order. One that the thread has neither completed nor refused was cut off. */
  #close(id: number): void {
    const made = this.#orders.get(id);
    this.#orders.delete(id);
    made?.delivery.end(new DomainError('file_not_made', { retryAfterSeconds: 1 }));
    made?.closed();
  }
}
