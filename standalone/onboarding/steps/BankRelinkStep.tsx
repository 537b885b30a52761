import { bankStepTexts } from '../../../server/domain/onboarding/stepTexts.ts';
import { useReceiver } from '../../session/receiver.ts';
import { BankStatus } from '../bank/BankStatus.tsx';

/** The step of an account at whose bank the merchant must sign in again. */
export function BankRelinkStep() {
  const { receiver } = useReceiver();
  return <BankStatus heading={bankStepTexts.relink} status={receiver.plaid_account_verification_status ?? 'relink'} />;
}
