import { receiverScope } from '../db/scope.ts';
import type { Deps } from '../services/deps.ts';
import { sendLetter } from '../services/mail/sendLetter.ts';
import type { Jobs } from './queue.ts';

/** Sends one letter, once. */
export const sendOneLetter =
  (deps: Deps) =>
  ({ receiver_id, kind, about }: Jobs['send-letter']) =>
    sendLetter(deps, receiverScope(receiver_id), { kind, about });
