import { Banner, BlockStack } from '@shopify/polaris';
import type { getPlaidAccount } from '../../server/contract/bank.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { bankTexts } from '../../server/domain/bank/bankTexts.ts';
import { signInEndsWords } from '../../server/domain/bank/signInEnds.ts';
import { utcDate } from '../../server/domain/basics/dates.ts';
import { useAnswer } from '../useAnswer.ts';
import { bankSettings, OwnersWay, type Reader } from './OwnersWay.tsx';

/** Announces that the sign-in at the bank ends soon, before repayments fail. Asks the bank once, when the page is there. */
export function BankSignInEnds({ receiver, now }: { receiver: Reader & Pick<ReceiverAnswer, 'token'>; now: string }) {
  const input = { params: { id: receiver.token }, query: {} };
  const { answer: account } = useAnswer<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', input);
  const ending = account && signInEndsWords(account, utcDate(new Date(now)));
  if (!ending) return null;
  return (
    <Banner tone="warning" title={ending.title}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{ending.text}</p>
        <OwnersWay way={{ ...bankSettings, label: bankTexts.repair }} receiver={receiver} />
      </BlockStack>
    </Banner>
  );
}
