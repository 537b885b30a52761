import type { FileDeps } from '../services/deps.ts';
import { writeFailure } from './failure.ts';
import { inPieces, makeFile } from './makeFile.ts';
import { type FromFileProcess, type OfOrder, piecesAhead } from './messages.ts';

type Making = Extract<OfOrder, { type: 'make' }>;

/** The pieces of one order that the client has not taken yet. */
class Taking {
  #open = 0;
  #hasLeft = false;
  #changed = Promise.withResolvers<void>();

  /** Waits until at most `most` pieces are not taken. Resolves to false when the client has left. */
  async until(most: number): Promise<boolean> {
    while (!this.#hasLeft && this.#open > most) await this.#changed.promise;
    return !this.#hasLeft;
  }

  handOver(): void {
    this.#open += 1;
  }

  taken(): void {
    this.#open -= 1;
    this.#tell();
  }

  leave(): void {
    this.#hasLeft = true;
    this.#tell();
  }

  #tell(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** The dependencies of the files of all orders. `beginReading` asks the replica only where the order says so. */
interface OrderDeps extends Omit<FileDeps, 'clock' | 'machineClock' | 'beginReading'> {
  beginReading: (asksReplica: boolean) => ReturnType<FileDeps['beginReading']>;
}

/**
 * Makes the files that are ordered, several beside each other, none further ahead of its client than a few pieces. Returns
 * what takes the messages about orders; `say` gets the answers.
 */
export function answerOrders(say: (message: FromFileProcess) => void, deps: OrderDeps): (message: OfOrder) => void {
  const orders = new Map<number, Taking>();

  async function carryOut({ id, order, times: { now, machineNow }, asksReplica }: Making, taking: Taking): Promise<void> {
    const { body, onSent, ...head } = await makeFile(
      { ...deps, clock: () => now, machineClock: () => machineNow, beginReading: () => deps.beginReading(asksReplica) },
      order,
    );
    let hasBegun = false;
    const begin = () => {
      if (!hasBegun) say({ type: 'head', id, head });
      hasBegun = true;
    };
    for await (const bytes of inPieces(body)) {
      if (!(await taking.until(piecesAhead - 1))) return;
      begin();
      taking.handOver();
      say({ type: 'piece', id, bytes });
    }
    begin();
    if (!(await taking.until(0))) return;
    await onSent?.();
    say({ type: 'complete', id });
  }

  function begin(message: Making): void {
    const { id } = message;
    const taking = new Taking();
    orders.set(id, taking);
    carryOut(message, taking)
      .catch((thrown: unknown) => say({ type: 'failed', id, failure: writeFailure(thrown) }))
      .finally(() => {
        orders.delete(id);
        say({ type: 'closed', id });
      });
  }

  return (message) => {
    if (message.type === 'make') begin(message);
    else if (message.type === 'taken') orders.get(message.id)?.taken();
    else orders.get(message.id)?.leave();
  };
}
