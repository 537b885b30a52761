import { Button } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, useCallback, useState } from 'react';
import type { BankAccountAnswer } from '../../../server/contract/bank.ts';
import { bankChangeConsequences, bankFacts, bankStateWords, bankTexts, needsNewSignIn } from '../../../server/domain/bank/bankTexts.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { Points } from '../../forms/Points.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { BankWindowProblem } from '../../onboarding/bank/BankWindowProblem.tsx';
import { DebitAuthorizationNote } from '../../onboarding/bank/DebitAuthorizationNote.tsx';
import { useBankWindow } from '../../onboarding/bank/useBankWindow.ts';
import { StepDoneContext } from '../../onboarding/stepDone.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery } from '../queries.ts';
import { Facts, Lead } from './Section.tsx';

/** Shows the linked account, and lets the merchant sign in at the bank again or link another account. */
export function BankAccount() {
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token } = receiver;
  const refresh = useCallback(async () => {
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['dashboard', token] })]);
  }, [queries, reload, token]);
  return (
    <StepDoneContext.Provider value={refresh}>
      <Shown />
    </StepDoneContext.Provider>
  );
}

function Shown() {
  const { receiver } = useReceiver();
  const { token, plaid_access_token: link } = receiver;
  const hasBank = isLinked(link);
  const { data: account, error, refetch } = useQuery({ ...bankAccountQuery(useApi(), token), enabled: hasBank });
  if (!hasBank) return <Remedies account={null} />;
  if (error && !account) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!account) return <Skeleton label="Loading your bank account" lines={4} />;
  return (
    <>
      <Facts>
        {bankFacts(account, bankStateWords(account)).map(({ label, value }) => (
          <Fragment key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </Facts>
      <Remedies account={account} />
    </>
  );
}

/** The buttons of an account, or of none. The window of a bank that signs in on its own page comes back to this component. */
function Remedies({ account }: { account: BankAccountAnswer | null }) {
  const bank = useBankWindow();
  const [isChanging, setIsChanging] = useState(false);
  const mayRepair = account !== null && needsNewSignIn(account);
  const change = account === null ? bankTexts.link : bankTexts.change;
  return (
    <>
      {account === null && <Lead>{bankTexts.none}</Lead>}
      <BankWindowProblem {...bank} />
      <StaffNote action="link_bank">
        <ButtonRow>
          {mayRepair && (
            <Button variant="primary" isLoading={bank.isBusy} onClick={() => void bank.open('relink')}>
              {bankTexts.repair}
            </Button>
          )}
          <Button variant="secondary" isLoading={bank.isBusy && !mayRepair} disabled={bank.isBusy} onClick={() => setIsChanging(true)}>
            {change}
          </Button>
        </ButtonRow>
      </StaffNote>
      {isChanging && (
        <Dialog
          title={change}
          isWide
          onClose={() => setIsChanging(false)}
          actions={[
            { text: 'Cancel', variant: 'subtle', onClick: () => setIsChanging(false) },
            {
              text: bankTexts.choose,
              onClick: () => {
                setIsChanging(false);
                void bank.open('link');
              },
            },
          ]}
        >
          <Points all={bankChangeConsequences(account !== null)} />
          <DebitAuthorizationNote />
        </Dialog>
      )}
    </>
  );
}
