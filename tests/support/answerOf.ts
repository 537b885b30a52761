import type { ChildProcess, Serializable } from 'node:child_process';
import { once } from 'node:events';

/** Sends a message to a process and returns the one that it answers with. Throws when it ends instead. */
export async function answerOf<Answer>(child: ChildProcess, message: Serializable): Promise<Answer> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(([code, killedBy]) => Promise.reject(new Error(`the process ended with ${killedBy ?? code}`)));
  // Aborted once the answer is here.
  ended.catch(() => {});
  const answer = once(child, 'message', { signal });
  child.send(message);
  try {
    return (await Promise.race([answer, ended]))[0];
  } finally {
    waiting.abort();
  }
}
