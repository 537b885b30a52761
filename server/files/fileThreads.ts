import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import type { FileMaker, FileOrder } from '../services/reports/fileMaker.ts';
import { FileThread } from './fileThread.ts';
import { type TurnLimits, Turns } from './turns.ts';

/** One processor stays free for requests; a third thread would cost more memory than it saves time. */
const mostThreads = 2;
const threadsHere = Math.max(1, Math.min(mostThreads, availableParallelism() - 1));

/** Files that a process makes at once. A slow client keeps its turn, so there are more turns than threads. */
const limits: TurnLimits = { atOnce: 8, perCaller: 2, waiting: 200, waitingPerCaller: 38 };

export interface FileThreads extends FileMaker {
  /** Refuses the orders that wait, and all later ones; those being made go on. */
  refuseWaiting: () => void;
  /** Ends all threads. Files that are still being made are cut off. */
  stop: () => Promise<void>;
}

interface Settings {
  /** The file that a thread runs, and what it is given. */
  entry: URL;
  data: unknown;
  log: Logger;
  clock: Clock;
  machineClock: Clock;
  metrics: Registry;
}

/** Makes files in threads, which start when they are first needed. A thread that fails is replaced by the next order. */
export function createFileThreads({ entry, data, log, clock, machineClock, metrics }: Settings): FileThreads {
  const turns = new Turns(limits);
  const threads = new Set<FileThread>();
  reportCounts(turns, metrics);

  function start(): FileThread {
    const thread: FileThread = new FileThread(entry, data, (error) => {
      threads.delete(thread);
      if (error !== undefined) log.error({ err: error }, 'a thread for files failed');
    });
    threads.add(thread);
    return thread;
  }

  function leastBusy(): FileThread {
    const [least] = [...threads].toSorted((one, other) => one.open - other.open);
    return least && (least.open === 0 || threads.size >= threadsHere) ? least : start();
  }

  function begin(order: FileOrder, end: () => void) {
    try {
      return leastBusy().make(order, { now: clock(), machineNow: machineClock() }, end);
    } catch (failure) {
      end();
      throw failure;
    }
  }

  return {
    async make(order, { caller, left }) {
      const end = await turns.take(caller, left);
      const { delivery, taken, leave } = begin(order, end);
      const stop = () => {
        leave();
        delivery.giveUp();
      };
      left.addEventListener('abort', stop, { once: true });
      return { ...(await delivery.head), body: untilTheEnd(delivery.pieces(taken), stop) };
    },
    refuseWaiting: () => turns.close(),
    async stop() {
      turns.close();
      await Promise.all([...threads].map((thread) => thread.stop()));
    },
  };
}

function reportCounts(turns: Turns, metrics: Registry): void {
  new Gauge({
    name: 'files_in_the_making',
    help: 'Files that are being made or sent',
    registers: [metrics],
    collect() {
      this.set(turns.counts.running);
    },
  });
  new Gauge({
    name: 'files_waiting',
    help: 'Requests that wait until their file is made',
    registers: [metrics],
    collect() {
      this.set(turns.counts.waiting);
    },
  });
}

/** Passes pieces on. Calls `stop` when the client takes no more of them. */
async function* untilTheEnd(pieces: AsyncIterable<Buffer>, stop: () => void): AsyncGenerator<Buffer> {
  try {
    yield* pieces;
  } finally {
    stop();
  }
}
