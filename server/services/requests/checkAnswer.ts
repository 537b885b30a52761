import { callName } from '../../contract/call.ts';
import type { RouteContract } from '../../contract/define.ts';
import type { FileDeps } from '../deps.ts';

/** Checks an answer against its contract. A mismatch is our own defect: the details appear in development and tests, never to a client. */
export function checkAnswer(deps: FileDeps, contract: RouteContract, answer: unknown): unknown {
  const parsed = contract.out.safeParse(answer);
  if (parsed.success) return parsed.data;
  if (deps.config.environment !== 'production') throw parsed.error;
  deps.log.error({ call: callName(contract), issues: parsed.error.issues.map((issue) => issue.path.join('.')) }, 'an answer does not fit its contract');
  return answer;
}
