import { Button } from '@bigcommerce/big-design';
import { CloseIcon } from '@bigcommerce/big-design-icons';
import { useState } from 'react';
import styled from 'styled-components';
import { useReceiver } from './receiver.ts';
import { useSession } from './session.ts';

const Bar = styled.section`
  align-items: center;
  background: ${({ theme }) => theme.colors.warning20};
  border-bottom: 1px solid ${({ theme }) => theme.colors.warning30};
  color: ${({ theme }) => theme.colors.secondary70};
  display: flex;
  gap: 0.5rem 1rem;
  justify-content: space-between;
  padding: 0.5rem 1rem;

  p {
    margin: 0;
    min-width: 0;
    overflow-wrap: anywhere;
  }

  .bd-button {
    flex: none;
    margin: 0;
    width: auto;
  }

  @media print {
    display: none;
  }
`;

/** Tells somebody who was removed from a team which account they see instead of that team's. */
export function LostAccount() {
  const { state, chosen } = useSession();
  const { business_name } = useReceiver().loggedInReceiver;
  const [lost, setLost] = useState(() => (state.status === 'signedIn' ? chosen.lost(state.user.userId) : null));
  if (!lost) return null;
  function dismiss() {
    chosen.dismiss();
    setLost(null);
  }
  return (
    <Bar role="status" aria-label="Account">
      <p>
        You are no longer in the team of {lost.name ?? 'the account that you looked at'}. You see{' '}
        {business_name ? <strong>{business_name}</strong> : 'your own account'} now.
      </p>
      <Button variant="subtle" iconOnly={<CloseIcon title="Dismiss" />} onClick={dismiss} />
    </Bar>
  );
}
