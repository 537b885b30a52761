import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useOwnerNote } from '../../forms/StaffNote.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { useBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { StepDoneContext } from '../../onboarding/stepDone.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery } from '../queries.ts';

/** Opens the bank's own window to sign in again, then reloads the receiver and the bank account. A person without the right reads whom to ask. */
export function RelinkBank() {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token, abilities } = receiver;
  const note = useOwnerNote();
  const refresh = useCallback(async () => {
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: bankAccountQuery(api, token).queryKey })]);
  }, [api, queries, reload, token]);
  if (!abilities.includes('link_bank')) return <p>{note}</p>;
  return (
    <StepDoneContext.Provider value={refresh}>
      <SignInAgain />
    </StepDoneContext.Provider>
  );
}

function SignInAgain() {
  const bank = useBankWindow();
  return (
    <>
      <BankWindowProblem {...bank} />
      <Button variant="secondary" isLoading={bank.isBusy} onClick={() => void bank.open('relink')}>
        Sign in to your bank
      </Button>
    </>
  );
}
