import { CallFailure, type Outcome } from '../server/browser/callFailure.ts';
import type { Answer, CallInput, CallName } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import type { Answered } from '../server/http/loadContext.ts';

/** Calls the core as the merchant of this page. App Bridge adds the admin's session to the call. Never throws. */
export async function callCore<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Outcome<Answer<Contract>>> {
  try {
    const answer = await fetch('/shopify/calls', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name, input }) });
    if (!answer.ok) throw new Error(`the request of the page failed with status ${answer.status}`);
    // Our own route passes on the core's answer unchanged.
    const answered = (await answer.json()) as Answered<Contract>;
    return answered.ok ? answered : { ok: false, problem: new CallFailure(answered.problem) };
  } catch {
    const detail = 'The call did not get through. Check your connection and try again.';
    return { ok: false, problem: new CallFailure({ code: 'unreachable', title: 'No connection', detail }) };
  }
}
