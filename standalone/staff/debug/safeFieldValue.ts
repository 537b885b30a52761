import { BLANK, type ReceiverFieldName } from '../../../server/domain/receiver/receiver.ts';

/** The fields whose values grant access on the server; a screen may show only whether they are set. */
const handles: ReadonlySet<ReceiverFieldName> = new Set<ReceiverFieldName>(['plaid_access_token', 'rutter_access_token']);

/** Returns a field's value in a form that is safe on a shared screen. */
export function safeFieldValue(name: ReceiverFieldName, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return handles.has(name) && value !== BLANK ? 'set' : String(value);
}
