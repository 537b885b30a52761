import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { Page } from '../layout/Page.tsx';
import type { ReceiverState } from '../session/receiver.ts';
import { useExitMasquerade } from './useExitMasquerade.ts';

const Ways = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem;
  margin-top: 1.5rem;

  .bd-button {
    margin: 0;
  }
`;

/** Replaces a customer's page once the masquerade has ended. */
export function MasqueradeOver({ state }: { state: ReceiverState | null }) {
  const { exit, isLeaving } = useExitMasquerade(state?.receiver.token ?? null);
  return (
    <Page title="Your view of this customer has ended" narrow>
      <p role="alert">
        A customer is viewed for 60 minutes at a time. View them again if you still have something to do for them; the log shows it as a new visit.
      </p>
      <Ways>
        {/* The reloaded page names the customer by email again, which starts another masquerade. */}
        <Button onClick={() => window.location.reload()}>View again</Button>
        <Button variant="subtle" isLoading={isLeaving} onClick={exit}>
          Back to my own account
        </Button>
      </Ways>
    </Page>
  );
}
