import { Banner, BlockStack } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { meaningOfBankStatus } from '../../server/domain/bank/bankStatus.ts';
import { bankTexts } from '../../server/domain/bank/bankTexts.ts';
import { bankSettings, OwnersWay, type Reader } from './OwnersWay.tsx';

const title = 'Reconnect your bank';

/** Says that the bank link of a merchant with a card is broken, with the way to mend it. */
export function BankBroken({ receiver }: { receiver: Reader & Pick<ReceiverAnswer, 'plaid_account_verification_status'> }) {
  const status = receiver.plaid_account_verification_status;
  return (
    <Banner tone="warning" title={title}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{status === null ? bankTexts.none : meaningOfBankStatus(status).message}</p>
        <OwnersWay way={{ ...bankSettings, label: title }} receiver={receiver} />
      </BlockStack>
    </Banner>
  );
}
