/** The answer of an action that saves something: `problem` says for the reader why it was not saved. */
export interface SaveResult {
  isSaved: boolean;
  problem: string | null;
}

type Attempt = { ok: true } | { ok: false; problem: { detail: string } };

/** Returns the answer for a call that was attempted. */
export const saveResultOf = (attempt: Attempt): SaveResult =>
  attempt.ok ? { isSaved: true, problem: null } : { isSaved: false, problem: attempt.problem.detail };
