import { CloseIcon } from '@bigcommerce/big-design-icons';
import { type ReactNode, useId } from 'react';
import { createPortal } from 'react-dom';
import styled, { createGlobalStyle, keyframes } from 'styled-components';
import { PageColors } from '../brand/ProgramProvider.tsx';
import { useModal } from '../layout/useModal.ts';

const slideIn = keyframes`
  from {
    opacity: 0;
    transform: translateX(2rem);
  }
`;

const Panel = styled.dialog`
  background: ${({ theme }) => theme.colors.white};
  border: 0;
  border-left: 1px solid ${({ theme }) => theme.colors.secondary20};
  box-sizing: border-box;
  color: ${({ theme }) => theme.colors.secondary70};
  height: 100dvh;
  inset: 0 0 0 auto;
  margin: 0;
  max-height: none;
  max-width: 100vw;
  overflow-y: auto;
  padding: 1.25rem 1.25rem 3rem;
  position: fixed;
  width: 27rem;

  &[open] {
    animation: ${slideIn} 160ms ease-out;
  }

  &::backdrop {
    background: rgb(0 0 0 / 40%);
  }

  @media print {
    border: 0;
    height: auto;
    max-width: none;
    overflow: visible;
    padding: 0;
    position: static;
    width: 100%;
  }
`;

/** Prints the panel alone: what is behind it would fill the pages that it leaves empty, and a fixed panel stands on each of them. */
const PrintedAlone = createGlobalStyle`
  @media print {
    body > :not(dialog[open]) {
      display: none;
    }
  }
`;

const Head = styled.div`
  align-items: center;
  display: flex;
  gap: 1rem;
  justify-content: space-between;
  margin-bottom: 1rem;

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }
`;

const CloseButton = styled.button`
  background: none;
  border: 0;
  border-radius: ${({ theme }) => theme.borderRadius.normal};
  color: ${({ theme }) => theme.colors.secondary60};
  cursor: pointer;
  display: flex;
  padding: 0.625rem;

  &:hover {
    background: ${({ theme }) => theme.colors.secondary20};
  }

  @media print {
    display: none;
  }
`;

interface SidePanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog at the side of its page, which looks the same wherever it is opened from. Escape and a click beside it close it; focus then returns to where it was. */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const titleId = useId();
  const modal = useModal(onClose);
  return createPortal(
    <PageColors>
      <PrintedAlone />
      <Panel {...modal} aria-labelledby={titleId} onClick={({ target }) => target === modal.ref.current && onClose()}>
        <Head>
          <h2 id={titleId}>{title}</h2>
          <CloseButton type="button" onClick={onClose}>
            <CloseIcon title="Close" />
          </CloseButton>
        </Head>
        {children}
      </Panel>
    </PageColors>,
    document.body,
  );
}
