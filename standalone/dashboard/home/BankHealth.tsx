import { WarningIcon } from '@bigcommerce/big-design-icons';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import type { BankAccountAnswer } from '../../../server/contract/bank.ts';
import { meaningOfBankStatus } from '../../../server/domain/bank/bankStatus.ts';
import { formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { type IsoDate, utcDate } from '../../../server/domain/basics/dates.ts';
import { isBankHealthy } from '../../../server/domain/onboarding/onboarding.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { bankAccountQuery } from '../queries.ts';
import { useToday } from '../today.ts';
import { describeDue } from './describeDue.ts';
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

function describeTrouble({ verification_status, health, institution_name, consent_expires_at }: BankAccountAnswer, today: IsoDate) {
  const bank = institution_name ?? 'your bank';
  if (!isBankHealthy(verification_status)) return { title: `Sign in at ${bank} again`, text: meaningOfBankStatus(verification_status).message };
  if (health !== 'expiring') return null;
  const ends = consent_expires_at && new Date(consent_expires_at);
  const when = ends ? ` on ${formatShortDate(ends, 'UTC')}, ${describeDue(utcDate(ends), today)}` : ' soon';
  return { title: `Your sign-in at ${bank} ends${when}`, text: 'Sign in again before then: your card keeps working and nobody has to ask you twice.' };
}
