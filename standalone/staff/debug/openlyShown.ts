import { BLANK, type ReceiverFieldName } from '../../../server/domain/receiver/receiver.ts';

/** Their values open something at the server: that there is one is all a screen may show. */
const handles: ReadonlySet<ReceiverFieldName> = new Set<ReceiverFieldName>(['plaid_access_token', 'rutter_access_token']);

/** A field's value as anybody beside the screen may see it. */
export function openlyShown(name: ReceiverFieldName, value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return handles.has(name) && value !== BLANK ? 'set' : String(value);
}
