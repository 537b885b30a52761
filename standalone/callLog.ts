/** One answered call, safe to show to anybody: the pattern of its path, without names, query or body. */
interface AnsweredCall {
  method: string;
  /** `/api/users/:token/kyb` */
  path: string;
  status: number;
  tookMs: number;
  /** The id of the call in the server's log, which support asks for. */
  requestId: string | null;
}

const callLimit = 20;
let calls: readonly AnsweredCall[] = [];
const listeners = new Set<() => void>();

/** Keeps a call for the debug panel, and drops the oldest above the limit. */
export function recordCall(call: AnsweredCall): void {
  calls = [call, ...calls].slice(0, callLimit);
  for (const listener of listeners) listener();
}

/** Returns the last calls of this page, newest first. The array stays the same object until the next call. */
export const lastCalls = (): readonly AnsweredCall[] => calls;

/** Calls the listener after each call; returns the function that unsubscribes it. */
export function onCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
