import { Button, InlineStack, Text } from '@shopify/polaris';
import type { CalendarAnswer } from '../../server/contract/calendar.ts';
import type { PaymentsAnswer } from '../../server/contract/payments.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatUsd } from '../../server/domain/basics/money.ts';
import { noOutstandingWords, outstandingTile } from '../../server/domain/home/homeTiles.ts';
import { nextDrawWords } from '../../server/domain/repayment/nextDraw.ts';
import { paymentsTexts } from '../../server/domain/repayment/paymentsTexts.ts';
import { explainUnpayable, wayToPay, whyNothingToPay } from '../../server/domain/repayment/payNow.ts';
import { OwnersWay } from '../components/OwnersWay.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

interface OwedProps {
  receiver: ReceiverAnswer;
  entries: CalendarAnswer['entries'];
  bank: PaymentsAnswer['bank'];
  /** Opens the payment. */
  onPay: () => void;
}

/** The debt, the date and bank of the next draw, and the button to pay now. */
export function Owed({ receiver, entries, bank, onPay }: OwedProps) {
  const { payable, abilities } = receiver;
  const outstanding = outstandingTile(receiver);
  const why = abilities.includes('pay_now') ? whyNothingToPay(payable) : null;
  const next = nextDrawWords({ entries, bank });
  return (
    <TitledCard title="You owe">
      <Text as="p" variant="heading2xl">
        {outstanding === null ? noOutstandingWords : formatUsd(outstanding)}
      </Text>
      {outstanding !== null && outstanding > 0 && (
        <>
          {next !== null && <Text as="p">{next}</Text>}
          {(why === null ? explainUnpayable(payable) : [why]).map((sentence) => (
            <Text key={sentence} as="p" tone="subdued">
              {sentence}
            </Text>
          ))}
          <InlineStack gap="200">
            {payable.obstacle !== null && <OwnersWay way={wayToPay(payable.obstacle)} receiver={receiver} />}
            {abilities.includes('pay_now') && why === null && (
              <Button variant="primary" onClick={onPay}>
                Pay now
              </Button>
            )}
          </InlineStack>
        </>
      )}
      {outstanding === 0 && (
        <Text as="p" tone="subdued">
          {paymentsTexts(receiver).nothingOwed}
        </Text>
      )}
      {outstanding !== null && outstanding < 0 && (
        <Text as="p" tone="subdued">
          {paymentsTexts(receiver).inCredit}
        </Text>
      )}
    </TitledCard>
  );
}
