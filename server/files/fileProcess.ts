import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { DomainError } from '../domain/basics/errors.ts';
import type { ReplicaReport } from '../services/deps.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import { Delivery } from './delivery.ts';
import { readFailure } from './failure.ts';
import type { FileProcessData, FromFileProcess, OrderTimes, ToFileProcess } from './messages.ts';

interface Made {
  delivery: Delivery;
  /** Runs when the process works on the order no more. */
  closed: () => void;
}

/** A process that runs out of this memory ends alone. */
const memoryMib = 256;

/** Room for what a file throws away while it is made. The less often that is cleared, the less of a processor it takes. */
const memoryForShortMib = 32;

interface ProcessEvents {
  /** Gets the error that ended the process, or undefined after a stop. */
  ended: (error: unknown) => void;
  heardOfReplica: (report: ReplicaReport) => void;
}

/** A running process that makes files, and the orders that it works on. */
export class FileProcess {
  readonly #child: ChildProcess;
  readonly #orders = new Map<number, Made>();
  readonly #events: ProcessEvents;
  #failure: unknown;
  #isStopping = false;
  #ids = 0;

  /** Starts a process from the file `entry`. */
  constructor(entry: URL, data: FileProcessData, events: ProcessEvents) {
    this.#events = events;
    this.#child = fork(fileURLToPath(entry), {
      execArgv: [`--max-old-space-size=${memoryMib}`, `--max-semi-space-size=${memoryForShortMib}`],
      serialization: 'advanced',
      // In a session of its own, whose priority can be lowered without the web process's.
      detached: true,
    });
    this.#child.on('message', (message) => this.#hear(message as FromFileProcess));
    this.#child.on('error', (error) => {
      this.#failure = error;
      // One that could not be started has no exit.
      if (this.#child.pid === undefined) this.#end();
    });
    this.#child.on('exit', (code, signal) => {
      if (!this.#isStopping) this.#failure ??= new Error(`exit ${signal ?? code}`);
      this.#end();
    });
    this.#say({ type: 'begin', data });
  }

  get open(): number {
    return this.#orders.size;
  }

  /** Gives the process an order. `closed` runs when it works on that no more, whatever came of it. */
  make(order: FileOrder, given: { times: OrderTimes; asksReplica: boolean }, closed: () => void): { delivery: Delivery; taken: () => void; leave: () => void } {
    this.#ids += 1;
    const id = this.#ids;
    const delivery = new Delivery();
    this.#orders.set(id, { delivery, closed });
    this.#say({ type: 'make', id, order, ...given });
    return { delivery, taken: () => this.#say({ type: 'taken', id }), leave: () => this.#say({ type: 'leave', id }) };
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }

  /** Sends nothing once the channel is closed: the process is about to end, and its orders with it. */
  #say(message: ToFileProcess): void {
    if (this.#child.connected) this.#child.send(message);
  }

  #hear(message: FromFileProcess): void {
    if (message.type === 'replica') this.#events.heardOfReplica(message.report);
    else this.#hearOfOrder(message);
  }

  #hearOfOrder(message: Exclude<FromFileProcess, { type: 'replica' }>): void {
    const delivery = this.#orders.get(message.id)?.delivery;
    if (!delivery) return;
    if (message.type === 'head') delivery.begin(message.head);
    else if (message.type === 'piece') delivery.add(message.bytes);
    else if (message.type === 'complete') delivery.end(null);
    else if (message.type === 'failed') delivery.end(readFailure(message.failure));
    else this.#close(message.id);
  }

  #end(): void {
    this.#events.ended(this.#failure);
    for (const id of [...this.#orders.keys()]) this.#close(id);
  }

  /** Ends an order. One that the process has neither completed nor refused was cut off. */
  #close(id: number): void {
    const made = this.#orders.get(id);
    this.#orders.delete(id);
    made?.delivery.end(new DomainError('file_not_made', { retryAfterSeconds: 1 }));
    made?.closed();
  }
}
