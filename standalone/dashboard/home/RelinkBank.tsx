import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { useBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery } from '../queries.ts';

/** Opens the bank's own window to sign in again, and looks at the account when it was left. */
export function RelinkBank() {
  const bank = useBankWindow();
  const api = useApi();
  const queries = useQueryClient();
  const { receiver } = useReceiver();
  const wasBusy = useRef(false);
  useEffect(() => {
    if (wasBusy.current && !bank.isBusy) void queries.invalidateQueries({ queryKey: bankAccountQuery(api, receiver.token).queryKey });
    wasBusy.current = bank.isBusy;
  }, [bank.isBusy, queries, api, receiver.token]);
  return (
    <>
      <BankWindowProblem {...bank} />
      <Button variant="secondary" isLoading={bank.isBusy} onClick={() => void bank.open('relink')}>
        Sign in to your bank
      </Button>
    </>
  );
}
