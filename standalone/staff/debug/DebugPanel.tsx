import { useId, useState } from 'react';
import styled, { createGlobalStyle } from 'styled-components';
import { bottomBarHeight } from '../../layout/BottomBar.tsx';
import type { ReceiverState } from '../../session/receiver.ts';
import { Calls, Checklist, Flags, Record } from './DebugParts.tsx';

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
