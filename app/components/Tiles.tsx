import { BlockStack, Card, InlineGrid, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../server/domain/basics/dates.ts';
import { cents, formatUsd, larger, noMoney } from '../../server/domain/basics/money.ts';
import { nextPayment } from '../../server/domain/repayment/schedule.ts';
import { spendingPowerPercentage } from '../../server/domain/spendingPower/spendingPower.ts';
import { scheduleOf } from '../schedule.ts';

const atLeastNothing = (amount: number | null) => (amount === null ? 'Please Refresh' : formatUsd(larger(cents(amount), noMoney)));

/** The figures of the home page: the amount available, the share of the limit left, the next payment, and the amount owed. */
export function Tiles({ receiver }: { receiver: ReceiverAnswer }) {
  const { availableSpendPowerCents: available, totalSpendPowerCents: total, totalOutstandingCents: outstanding } = receiver;
  const percentage = total === 0 ? 100 : spendingPowerPercentage(receiver.availableSpendPowerRatio ?? 0);
  return (
    <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
      <Tile title="Available to Spend" figure={atLeastNothing(available)} words={`Total Limit: ${atLeastNothing(total)}`} />
      <Tile title="Spending Power Remaining" figure={total === null ? 'Please Refresh' : `${percentage}%`}>
        <ProgressBar progress={percentage} size="small" tone="success" ariaLabelledBy="spending-power-remaining" />
      </Tile>
      {receiver.payment_plan !== 'fixed_pay' && <NextPayment receiver={receiver} />}
      <Tile
        title="Total Outstanding"
        figure={formatUsd(cents(outstanding))}
        words={outstanding === 0 ? 'You owe nothing.' : outstanding < 0 ? 'You are in credit.' : 'Drawn from your bank as it falls due.'}
      />
    </InlineGrid>
  );
}

function NextPayment({ receiver }: { receiver: ReceiverAnswer }) {
  const { date, amount_cents } = nextPayment(scheduleOf(receiver));
  const isDue = date !== null && amount_cents > 0;
  return (
    <Tile
      title="Next Payment"
      figure={isDue ? formatUsd(amount_cents) : 'No payment due'}
      words={isDue ? `Due ${formatShortDate(startOfDay(date), 'UTC')}` : 'What you buy is to be repaid later.'}
    />
  );
}

interface TileProps {
  title: string;
  figure: string;
  words?: string;
  children?: React.ReactNode;
}

function Tile({ title, figure, words, children }: TileProps) {
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm" id={title.toLowerCase().replaceAll(' ', '-')}>
          {title}
        </Text>
        <Text as="p" variant="headingXl">
          {figure}
        </Text>
        {words !== undefined && (
          <Text as="p" tone="subdued">
            {words}
          </Text>
        )}
        {children}
      </BlockStack>
    </Card>
  );
}
