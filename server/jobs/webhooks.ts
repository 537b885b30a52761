import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { handleWebhookEvent } from '../services/webhooks/handleWebhookEvent.ts';

/** Starts the job that takes one stored webhook out of the inbox and applies the present state of the object it names. */
export async function workOnWebhooks(deps: Deps): Promise<void> {
  await deps.queue.work('handle-webhook', (event) => handleWebhookEvent(deps, event, receiverScope), { concurrency: 4 });
}
