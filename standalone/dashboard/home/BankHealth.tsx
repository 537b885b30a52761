import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { BankAccountAnswer } from '../../../server/contract/bank.ts';
import { meaningOfBankStatus } from '../../../server/domain/bank/bankStatus.ts';
import { signInEndsWords } from '../../../server/domain/bank/signInEnds.ts';
import type { IsoDate } from '../../../server/domain/basics/dates.ts';
import { isBankHealthy } from '../../../server/domain/onboarding/onboarding.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery } from '../queries.ts';
import { useToday } from '../today.ts';
import { Strip } from './Strip.tsx';

const RelinkBank = lazy(() => import('./RelinkBank.tsx').then((file) => ({ default: file.RelinkBank })));

/** Asks the merchant to sign in at the bank again before repayments fail. Shows nothing while the link is healthy. */
export function BankHealth() {
  const { receiver } = useReceiver();
  const today = useToday();
  const { token, plaid_access_token: bank } = receiver;
  const { data: account } = useQuery({ ...bankAccountQuery(useApi(), token), enabled: isLinked(bank) });
  const trouble = account ? describeTrouble(account, today) : null;
  if (trouble === null) return null;
  return (
    <Strip tone="warning" label="Bank account" icon={<WarningIcon color="warning50" />} title={trouble.title} text={trouble.text}>
      <Suspense>
        <RelinkBank />
      </Suspense>
    </Strip>
  );
}

function describeTrouble(account: BankAccountAnswer, today: IsoDate) {
  const { verification_status, institution_name } = account;
  if (isBankHealthy(verification_status)) return signInEndsWords(account, today);
  return { title: `Sign in at ${institution_name ?? 'your bank'} again`, text: meaningOfBankStatus(verification_status).message };
}
