import type { Request, RequestHandler, Response } from 'express';
import { faultNote } from './journal.ts';

/**
 * Faults that a stand-in can play on demand.
 * - `error_500`, `rate_limited`: refused before any effect (429 says `Retry-After`)
 * - `hang`: nothing for `hang_ms`, then the connection is cut; no effect
 * - `cut`: the connection is cut at once; no effect
 * - `half_open`: headers and a part of the body, then nothing on an open connection; no effect
 * - `nonsense`: 200 with something that is not JSON; no effect
 * - `effect_then_500`, `effect_then_cut`: the call has its full effect, and only the answer fails
 */
export const faultKinds = ['error_500', 'rate_limited', 'hang', 'cut', 'half_open', 'nonsense', 'effect_then_500', 'effect_then_cut'] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  stand_in: string;
  kind: FaultKind;
  /** Number of further calls that the fault hits. */
  remaining: number;
  /** Limits the fault to calls whose `METHOD /path` contains this text. */
  path?: string;
  retry_after_s: number;
  hang_ms: number;
}

export type FaultOrder = Pick<Fault, 'stand_in' | 'kind'> & Partial<Omit<Fault, 'stand_in' | 'kind'>>;

/** Returns the provider's own error body. */
type Failure = (status: number) => unknown;

export interface Faults {
  /** Arms a fault for the next calls to a stand-in (one call unless `remaining` is given). Several faults queue in order. */
  arm(order: FaultOrder): Fault;
  list(): Fault[];
  clear(standIn?: string): void;
  /** Returns the middleware in front of a stand-in. */
  guard(standIn: string, failure?: Failure): RequestHandler;
  /** Ends hanging calls, so that the server can close. */
  release(): void;
}

/** Lets the handler run while its response is discarded, then calls `after` instead of answering. */
function answerInstead(response: Response, after: () => void) {
  const { writeHead, write, end } = response;
  const restore = () => Object.assign(response, { writeHead, write, end });
  Object.assign(response, {
    writeHead: () => response,
    write: () => true,
    end: () => {
      restore();
      after();
      return response;
    },
  });
}

function send500(response: Response, failure: Failure | undefined) {
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  response.status(500).json(failure?.(500) ?? { error: 'sandbox fault 500' });
}

/** Returns the faults of all stand-ins; none is armed. They do not survive a restart. */
export function createFaults(): Faults {
  let armed: Fault[] = [];
  const hanging = new Set<Response>();

  function hold(response: Response, forMs: number) {
    hanging.add(response);
    const timer = setTimeout(() => response.destroy(), forMs);
    response.once('close', () => {
      clearTimeout(timer);
      hanging.delete(response);
    });
  }

  function take(standIn: string, request: Request): Fault | undefined {
    const line = `${request.method} ${request.originalUrl}`;
    const fault = armed.find((one) => one.stand_in === standIn && (one.path === undefined || line.includes(one.path)));
    if (fault) {
      fault.remaining -= 1;
      armed = armed.filter((one) => one.remaining > 0);
    }
    return fault;
  }

  return {
    arm(order) {
      const fault: Fault = { remaining: 1, retry_after_s: 2, hang_ms: 30_000, ...order };
      armed.push(fault);
      return fault;
    },
    list: () => armed.map((fault) => ({ ...fault })),
    clear(standIn) {
      armed = standIn === undefined ? [] : armed.filter((fault) => fault.stand_in !== standIn);
    },
    guard: (standIn, failure) => (request, response, next) => {
      const fault = take(standIn, request);
      if (!fault) return next();
      response.locals[faultNote] = fault.kind;
      switch (fault.kind) {
        case 'error_500':
          return send500(response, failure);
        case 'rate_limited':
          response.status(429).set('Retry-After', String(fault.retry_after_s));
          return void response.json(failure?.(429) ?? { error: 'too many requests' });
        case 'hang':
          return hold(response, fault.hang_ms);
        case 'cut':
          return void request.socket.destroy();
        case 'half_open':
          response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '4096' });
          response.write('{"half": "');
          return hold(response, fault.hang_ms);
        case 'nonsense':
          return void response.status(200).type('application/json').send('<html>{"not": json');
        case 'effect_then_500':
          answerInstead(response, () => send500(response, failure));
          return next();
        case 'effect_then_cut':
          answerInstead(response, () => request.socket.destroy());
          return next();
      }
    },
    release() {
      for (const response of hanging) response.destroy();
    },
  };
}
