import type { Response } from 'express';

/** How long a client may take nothing of an answer. It then loses the connection, because the work behind the answer waits for it. */
const stallMs = 30_000;

export interface ClientPace {
  /** Notes the result of a `write`: false when the connection holds no more. */
  wrote(hasRoom: boolean): void;
  /** Waits until the connection has room again or the client has disconnected. Disconnects a client that takes nothing. */
  untilTaken(): Promise<void>;
}

/** Follows how fast a client takes its answer. */
export function clientPace(response: Response): ClientPace {
  let isFull = false;
  let taken = Promise.withResolvers<void>();
  const tell = () => {
    isFull = false;
    taken.resolve();
    taken = Promise.withResolvers();
  };
  // One listener for the whole answer: compression adds listeners of `drain` to its own stream and never removes them.
  response.on('drain', tell).once('close', tell);
  return {
    wrote(hasRoom) {
      isFull = !hasRoom;
    },
    async untilTaken() {
      if (!isFull || response.destroyed) return;
      const stalled = setTimeout(() => response.destroy(), stallMs);
      await taken.promise;
      clearTimeout(stalled);
    },
  };
}
