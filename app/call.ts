import type { CallInput, CallName } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import type { ProblemBody } from '../server/contract/problems.ts';
import type { Answered } from '../server/http/loadContext.ts';

/** The part of a failure that is shown. */
export type Failure = Pick<ProblemBody, 'code' | 'title' | 'detail' | 'errors'>;

const unreachable: Failure = { code: 'unreachable', title: 'No connection', detail: 'The call did not get through. Check your connection and try again.' };

/** Calls the core as the merchant of this page. App Bridge adds the admin's session to the call. Never throws. */
export async function callCore<Contract extends RouteContract>(
  name: CallName<Contract>,
  input: CallInput<Contract>,
): Promise<Answered<Contract> | { ok: false; problem: Failure }> {
  try {
    const answer = await fetch('/shopify/calls', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name, input }) });
    if (!answer.ok) throw new Error(`the request of the page failed with status ${answer.status}`);
    // Our own route passes on the core's answer unchanged.
    return (await answer.json()) as Answered<Contract>;
  } catch {
    return { ok: false, problem: unreachable };
  }
}
