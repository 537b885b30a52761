import type { Receiver as StoredReceiver } from '../../db/rows.ts';
import { type Receiver, type ReceiverFieldName, receiverFieldNames } from '../../domain/receiver/receiver.ts';
import { mailAddressOf } from './mailAddress.ts';

/** Returns a masked EIN: only the last four digits leave the server. */
function maskedEin(lastFour: string | null): string | null {
  return lastFour === null ? null : `•••••${lastFour}`;
}

function wireValue(stored: StoredReceiver, name: ReceiverFieldName): unknown {
  if (name === 'ein') return maskedEin(stored.ein_last_four);
  if (name === 'email') return mailAddressOf(stored) ?? '';
  const value = stored[name];
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}

/** Returns the record as sent to clients: a provider's secret is null, `BLANK` or an opaque handle; amounts are cents, instants ISO 8601. */
export function wireReceiver(stored: StoredReceiver): Receiver {
  return Object.fromEntries(receiverFieldNames.map((name) => [name, wireValue(stored, name)])) as Receiver;
}
