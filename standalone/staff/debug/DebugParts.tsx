import { useSyncExternalStore } from 'react';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { receiverFieldNames } from '../../../server/domain/receiver/receiver.ts';
import { lastCalls, onCall } from '../../callLog.ts';
import type { ReceiverState } from '../../session/receiver.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';
import { conditions } from './conditions.ts';
import { safeFieldValue } from './safeFieldValue.ts';

// The parts of the debug panel, a table each.

interface Row {
  key: string;
  name: string;
  /** The meaning of the name. */
  meaning?: string;
  value: string;
}

interface RowsProps {
  title: string;
  rows: readonly Row[];
  isOpen?: boolean;
  /** Whether the values are a word or two, so that their column is narrow. */
  isShort?: boolean;
}

function Rows({ title, rows, isOpen = false, isShort = false }: RowsProps) {
  return (
    <details open={isOpen}>
      <summary>{title}</summary>
      <table aria-label={title} data-is-short={isShort}>
        <tbody>
          {rows.map(({ key, name, meaning, value }) => (
            <tr key={key}>
              <th scope="row">
                {name}
                {meaning && <small>{meaning}</small>}
              </th>
              <td>{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

export function Checklist({ receiver: { completion } }: { receiver: ReceiverAnswer }) {
  const done = completion.filter(({ isComplete }) => isComplete).length;
  const rows = completion.map(({ key, step, isComplete }, place) => ({
    key,
    name: `${place} ${step}`,
    meaning: conditions[key] ?? key,
    value: isComplete ? 'Met' : 'Not met',
  }));
  return <Rows title={`Checklist: ${done} of ${completion.length}`} rows={rows} isOpen isShort />;
}

export function Flags({ state: { receiver, loggedInReceiver, isMasquerading } }: { state: ReceiverState }) {
  const { handIn: _, ...query } = useGlobalQuery();
  const flags = {
    'signed in as': loggedInReceiver.email,
    admin: loggedInReceiver.admin,
    support: loggedInReceiver.support,
    masquerading: isMasquerading,
    kybStatus: receiver.kybStatus,
    plaid_account_verification_status: receiver.plaid_account_verification_status,
    abilities: receiver.abilities.join(', '),
    ...Object.fromEntries(Object.entries(query).map(([name, value]) => [`?${name}`, value])),
  };
  return <Rows title="Flags" rows={Object.entries(flags).map(([name, value]) => ({ key: name, name, value: String(value) }))} />;
}

export function Calls() {
  const calls = useSyncExternalStore(onCall, lastCalls);
  const rows = calls.map(({ method, path, status, tookMs, requestId }) => ({
    key: `${requestId} ${tookMs}`,
    name: `${method} ${path}`,
    value: `${status} in ${Math.round(tookMs)} ms, request ${requestId ?? 'without an id'}`,
  }));
  return <Rows title={`Last calls: ${calls.length}`} rows={rows} />;
}

export function Record({ receiver }: { receiver: ReceiverAnswer }) {
  return <Rows title="Receiver" rows={receiverFieldNames.map((name) => ({ key: name, name, value: safeFieldValue(name, receiver[name]) }))} />;
}
