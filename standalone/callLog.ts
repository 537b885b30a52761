/** One answered call, as it may be shown to anybody: the pattern of its path, without names, query or body. */
interface AnsweredCall {
  method: string;
  /** `/api/users/:token/kyb` */
  path: string;
  status: number;
  took_ms: number;
  /** What the server's log and support know the call by. */
  requestId: string | null;
}

const mostKept = 20;
let calls: readonly AnsweredCall[] = [];
const listeners = new Set<() => void>();

/** Keeps a call for whoever looks for what went wrong; the oldest one makes room. */
export function recordCall(call: AnsweredCall): void {
  calls = [call, ...calls].slice(0, mostKept);
  for (const listener of listeners) listener();
}

/** The last calls of this page, newest first. The same list until there is another call. */
export const lastCalls = (): readonly AnsweredCall[] => calls;

/** Tells of each call; answers how to stop being told. */
export function onCall(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
