import { bankStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { BankStatus } from '../bank/BankStatus.tsx';

/** The step of a linked account whose ownership is not verified yet. */
export function BankPendingStep() {
  const { receiver } = useReceiver();
  return <BankStatus heading={bankStepTexts.pending} status={receiver.plaid_account_verification_status ?? 'pending_automatic_verification'} />;
}
