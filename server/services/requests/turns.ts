import { DomainError } from '../../domain/basics/errors.ts';

export interface TurnLimits {
  /** The most turns at once in all. */
  atOnce: number;
  /** The most turns of one caller at once. */
  perCaller: number;
  /** The most that may wait in all. */
  waiting: number;
  /** The most of one caller that may wait. */
  waitingPerCaller: number;
  /** The errors thrown when one more of a caller may not wait, and when no more of anybody may. */
  refusals: { ofCaller: () => DomainError; inAll: () => DomainError };
}

interface Ticket {
  begin: (end: () => void) => void;
  refuse: (reason: DomainError) => void;
}

interface Line {
  running: number;
  waiting: Ticket[];
}

const stopping = () => new DomainError('not_ready', { retryAfterSeconds: 10, reason: 'The service is restarting. Try again in a moment.' });
const gone = () => new DomainError('rate_limited', { reason: 'The request was given up while it waited.' });

/**
 * Gives turns: each caller's in the order in which they were asked for, and the callers one after the other, so that one
 * who asks for much delays nobody else.
 */
export class Turns {
  readonly #limits: TurnLimits;
  /** The callers with a turn or waiting for one; the one whose last turn began or ended longest ago comes first. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  #isClosed = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** The number of turns taken, and of those that wait for one. */
  get counts(): { running: number; waiting: number } {
    return { running: this.#running, waiting: this.#waiting };
  }

  /**
   * Waits for a turn. Resolves to the function that ends it. Throws the refusals of its limits, `rate_limited` when the
   * caller leaves, and `not_ready` once closed.
   */
  async take(caller: string, left: AbortSignal): Promise<() => void> {
    if (this.#isClosed) throw stopping();
    if (left.aborted) throw gone();
    const line = this.#lines.get(caller) ?? { running: 0, waiting: [] };
    const isNext = this.#running < this.#limits.atOnce && line.running < this.#limits.perCaller;
    if (!isNext && line.waiting.length >= this.#limits.waitingPerCaller) throw this.#limits.refusals.ofCaller();
    if (!isNext && this.#waiting >= this.#limits.waiting) throw this.#limits.refusals.inAll();
    this.#lines.set(caller, line);
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<() => void>();
    const ticket: Ticket = { begin, refuse };
    const leave = () => this.#leave(caller, line, ticket);
    left.addEventListener('abort', leave, { once: true });
    line.waiting.push(ticket);
    this.#waiting += 1;
    this.#beginNext();
    return promise.finally(() => left.removeEventListener('abort', leave));
  }

  /** Refuses all that wait, and all that come later. */
  close(): void {
    this.#isClosed = true;
    for (const { waiting } of this.#lines.values()) for (const { refuse } of waiting.splice(0)) refuse(stopping());
    this.#waiting = 0;
  }

  #leave(caller: string, line: Line, ticket: Ticket): void {
    const place = line.waiting.indexOf(ticket);
    if (place < 0) return;
    line.waiting.splice(place, 1);
    this.#waiting -= 1;
    this.#forgetIdle(caller, line);
    ticket.refuse(gone());
  }

  #beginNext(): void {
    for (const [caller, line] of this.#lines) {
      if (this.#running >= this.#limits.atOnce) return;
      if (line.running >= this.#limits.perCaller) continue;
      const ticket = line.waiting.shift();
      if (!ticket) continue;
      this.#waiting -= 1;
      // The loop comes to the caller again at the end.
      this.#moveToEnd(caller, line);
      this.#begin(caller, line, ticket);
    }
  }

  #begin(caller: string, line: Line, ticket: Ticket): void {
    line.running += 1;
    this.#running += 1;
    let isOver = false;
    ticket.begin(() => {
      if (isOver) return;
      isOver = true;
      line.running -= 1;
      this.#running -= 1;
      this.#moveToEnd(caller, line);
      this.#forgetIdle(caller, line);
      this.#beginNext();
    });
  }

  #moveToEnd(caller: string, line: Line): void {
    this.#lines.delete(caller);
    this.#lines.set(caller, line);
  }

  #forgetIdle(caller: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(caller);
  }
}
