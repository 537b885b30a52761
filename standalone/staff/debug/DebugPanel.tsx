import { useId, useState, useSyncExternalStore } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { receiverFieldNames } from '../../../server/domain/receiver/receiver.ts';
import { lastCalls, onCall } from '../../callLog.ts';
import { bottomBarHeight } from '../../layout/BottomBar.tsx';
import type { ReceiverState } from '../../session/receiver.ts';
import { useGlobalQuery } from '../../session/useGlobalQuery.ts';
import { conditions } from './conditions.ts';
import { safeFieldValue } from './safeFieldValue.ts';

const Corner = styled.aside`
  bottom: 0.75rem;
  font-size: ${({ theme }) => theme.typography.fontSize.small};
  display: flex;
  flex-direction: column;
  align-items: end;
  max-width: calc(100vw - 1.5rem);
  position: fixed;
  right: 0.75rem;
  z-index: ${({ theme }) => theme.zIndex.fixed + 1};

  /* Above the bar of a phone. */
  @media (max-width: 899.98px) {
    bottom: calc(${bottomBarHeight} + 0.5rem);
  }

  @media print {
    display: none;
  }
`;

/** Keeps what takes focus above the handle as well. More specific than what keeps it above the bar of a phone alone. */
const FocusAboveHandle = createGlobalStyle`
  @media (max-width: 899.98px) {
    :root {
      scroll-padding-bottom: calc(${bottomBarHeight} + 3rem);
    }
  }
`;

const Handle = styled.button`
  background: ${({ theme }) => theme.colors.secondary70};
  border: 0;
  border-radius: 1rem;
  color: ${({ theme }) => theme.colors.white};
  cursor: pointer;
  font: inherit;
  min-height: 2rem;
  padding: 0 0.875rem;
`;

const Panel = styled.div`
  ${({ theme }) => theme.shadow.floating};
  background: ${({ theme }) => theme.colors.white};
  box-sizing: border-box;
  margin-bottom: 0.5rem;
  max-height: min(32rem, calc(100vh - 8rem));
  overflow: auto;
  padding: 0.75rem 1rem;
  width: min(34rem, 100%);

  h2 {
    font-size: inherit;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  summary {
    cursor: pointer;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0.375rem 0;
  }

  table {
    border-collapse: collapse;
    table-layout: fixed;
    width: 100%;
  }

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    overflow-wrap: anywhere;
    padding: 0.25rem 0.5rem 0.25rem 0;
    text-align: left;
    vertical-align: top;
  }

  td {
    color: ${({ theme }) => theme.colors.secondary60};
    width: 50%;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: inherit;
  }

  [data-is-short='true'] td {
    width: 4rem;
  }
`;

/** Shows the data behind the page: the checklist, flags, calls and record. It holds nothing that the page itself may not read. */
export function DebugPanel({ state }: { state: ReceiverState }) {
  const [isOpen, setIsOpen] = useState(false);
  const panelId = useId();
  return (
    <Corner aria-label="Debug">
      <FocusAboveHandle />
      {isOpen && (
        // Focusable, so that long lists scroll by keyboard too.
        <Panel id={panelId} tabIndex={0} role="region" aria-label="What is behind this page">
          <Checklist receiver={state.receiver} />
          <Flags state={state} />
          <Calls />
          <Record receiver={state.receiver} />
        </Panel>
      )}
      <Handle type="button" aria-expanded={isOpen} {...(isOpen && { 'aria-controls': panelId })} onClick={() => setIsOpen(!isOpen)}>
        Debug
      </Handle>
    </Corner>
  );
}

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

function Checklist({ receiver: { completion } }: { receiver: ReceiverAnswer }) {
  const done = completion.filter(({ isComplete }) => isComplete).length;
  const rows = completion.map(({ key, step, isComplete }, place) => ({
    key,
    name: `${place} ${step}`,
    meaning: conditions[key] ?? key,
    value: isComplete ? 'Met' : 'Not met',
  }));
  return <Rows title={`Checklist: ${done} of ${completion.length}`} rows={rows} isOpen isShort />;
}

function Flags({ state: { receiver, loggedInReceiver, isMasquerading } }: { state: ReceiverState }) {
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

function Calls() {
  const calls = useSyncExternalStore(onCall, lastCalls);
  const rows = calls.map(({ method, path, status, tookMs, requestId }) => ({
    key: `${requestId} ${tookMs}`,
    name: `${method} ${path}`,
    value: `${status} in ${Math.round(tookMs)} ms, request ${requestId ?? 'without an id'}`,
  }));
  return <Rows title={`Last calls: ${calls.length}`} rows={rows} />;
}

function Record({ receiver }: { receiver: ReceiverAnswer }) {
  return <Rows title="Receiver" rows={receiverFieldNames.map((name) => ({ key: name, name, value: safeFieldValue(name, receiver[name]) }))} />;
}
