import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { handleWebhookEvent } from '../services/webhooks/handleWebhookEvent.ts';
import type { Jobs } from './jobs.ts';

/** Takes one stored webhook out of the inbox and applies the present state of the object it names. */
export const handleWebhook = (deps: Deps) => (event: Jobs['handle-webhook']) => handleWebhookEvent(deps, event, receiverScope);
