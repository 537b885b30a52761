import { bankTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { BankStatus } from '../bank/BankStatus.tsx';

/** The account is linked, but nobody knows yet whether it is the merchant's. */
export function BankPendingStep() {
  const { receiver } = useReceiver();
  return <BankStatus heading={bankTexts.pending} status={receiver.plaid_account_verification_status ?? 'pending_automatic_verification'} />;
}
