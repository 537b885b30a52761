import { availableParallelism } from 'node:os';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock.ts';
import { DomainError } from '../domain/basics/errors.ts';
import type { ReplicaReport } from '../services/deps.ts';
import type { FileMaker, FileOrder } from '../services/reports/fileMaker.ts';
import { type TurnLimits, Turns } from '../services/requests/turns.ts';
import { FileProcess } from './fileProcess.ts';
import type { FileProcessData } from './messages.ts';

/** One processor stays free for requests; a third process would cost more memory than it saves time. */
const maximumProcesses = 2;
const processesHere = Math.max(1, Math.min(maximumProcesses, availableParallelism() - 1));

/** How long a caller with too many files is asked to wait. */
const retryAfterSeconds = 10;

/** Files that are made at once. A slow client keeps its turn, so there are more turns than processes. */
const limits: TurnLimits = {
  atOnce: 8,
  perCaller: 2,
  waiting: 200,
  waitingPerCaller: 38,
  refusals: {
    ofCaller: () =>
      new DomainError('rate_limited', { retryAfterSeconds, reason: 'You have asked for many files at once. Wait until some have arrived, then try again.' }),
    inAll: () => new DomainError('files_busy', { retryAfterSeconds }),
  },
};

export interface FileProcesses extends FileMaker {
  /** Starts the first process, so that nobody's first file waits for it. */
  startFirst: () => void;
  /** Refuses the orders that wait, and all later ones; those being made go on. */
  refuseWaiting: () => void;
  /** Ends all processes. Files that are still being made are cut off. */
  stop: () => Promise<void>;
}

/** Whether files may be read from the replica, which the processes report on. */
interface ReplicaOfFiles {
  readonly isInUse: boolean;
  hear: (report: ReplicaReport) => void;
}

interface Settings {
  /** The file that a process runs, and what it is given. */
  entry: URL;
  data: FileProcessData;
  log: Logger;
  clock: Clock;
  machineClock: Clock;
  metrics: Registry;
  replica: ReplicaOfFiles | undefined;
}

/** Makes files in processes, which start when they are first needed, or before. One that fails is replaced by the next order. */
export function createFileProcesses({ entry, data, log, clock, machineClock, metrics, replica }: Settings): FileProcesses {
  const turns = new Turns(limits);
  const processes = new Set<FileProcess>();
  reportCounts(turns, metrics);

  function start(): FileProcess {
    const started: FileProcess = new FileProcess(entry, data, {
      ended(error) {
        processes.delete(started);
        if (error !== undefined) log.error({ err: error }, 'a process for files failed');
      },
      heardOfReplica: (report) => replica?.hear(report),
    });
    processes.add(started);
    return started;
  }

  function leastBusy(): FileProcess {
    const [least] = [...processes].toSorted((one, other) => one.open - other.open);
    return least && (least.open === 0 || processes.size >= processesHere) ? least : start();
  }

  function begin(order: FileOrder, end: () => void) {
    try {
      return leastBusy().make(order, { times: { now: clock(), machineNow: machineClock() }, asksReplica: replica?.isInUse ?? false }, end);
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
    startFirst() {
      if (processes.size === 0) start();
    },
    refuseWaiting: () => turns.close(),
    async stop() {
      turns.close();
      await Promise.all([...processes].map((one) => one.stop()));
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
