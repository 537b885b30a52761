import { Button } from '@bigcommerce/big-design';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { lowScreen } from '../brand/lowScreen.ts';
import { ButtonRow } from '../layout/ButtonRow.ts';
import { ReceiverContext, type ReceiverState } from '../session/receiver.ts';
import { AdminActions } from './actions/AdminActions.tsx';
import { useExitMasquerade } from './useExitMasquerade.ts';

const Bar = styled.section`
  align-items: center;
  background: ${({ theme }) => theme.colors.warning20};
  border-bottom: 1px solid ${({ theme }) => theme.colors.warning30};
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1rem;
  justify-content: space-between;
  padding: 0.5rem 1rem;
  position: sticky;
  top: 0;
  z-index: ${({ theme }) => theme.zIndex.fixed + 1};

  p {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  @media ${lowScreen} {
    position: static;
  }

  @media print {
    display: none;
  }
`;

interface MasqueradeBannerProps {
  email: string;
  /** Null while the customer's record loads, and when it could not be loaded. */
  state: ReceiverState | null;
  /** The masquerade has ended. */
  isOver: boolean;
}

/** A bar above every page that names the viewed customer, offers the admin actions, and ends the masquerade; once it has ended, says so. */
export function MasqueradeBanner({ email, state, isOver }: MasqueradeBannerProps) {
  const { exit, toStaff, isLeaving } = useExitMasquerade(email, state?.receiver.token ?? null);
  const bar = useRef<HTMLElement>(null);
  useBannerHeight(bar);
  return (
    <Bar ref={bar} aria-label="Masquerade">
      <p>
        {isOver ? 'No longer viewing:' : 'Currently viewing as:'} <strong>{email}</strong>
      </p>
      <ButtonRow>
        {state && (
          <ReceiverContext.Provider value={state}>
            <AdminActions isOver={isOver} />
          </ReceiverContext.Provider>
        )}
        {/* The reloaded page names the customer by email again, which starts another masquerade. */}
        {isOver && (
          <Button variant="secondary" onClick={() => window.location.reload()}>
            View again
          </Button>
        )}
        <Button variant="secondary" isLoading={isLeaving} onClick={isOver ? toStaff : exit}>
          {isOver ? 'Back to Staff' : 'Exit Masquerade'}
        </Button>
      </ButtonRow>
    </Bar>
  );
}

/** Publishes the banner's height as `--banner-height`, for elements that stick to the top of the page. */
function useBannerHeight(bar: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const { current: shown } = bar;
    if (!shown) return;
    const page = document.documentElement.style;
    const measure = new ResizeObserver(() => page.setProperty('--banner-height', `${shown.offsetHeight}px`));
    measure.observe(shown);
    return () => {
      measure.disconnect();
      page.removeProperty('--banner-height');
    };
  }, [bar]);
}
