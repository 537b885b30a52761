import { BlockStack, Card, InlineGrid, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../server/domain/basics/dates.ts';
import { formatUsd } from '../../server/domain/basics/money.ts';
import {
  approvedWords,
  availableTile,
  heldBackWords,
  nextPaymentDebit,
  nextPaymentTile,
  nextPaymentUnderway,
  noOutstandingWords,
  noPaymentWords,
  noPowerWords,
  outstandingTile,
  outstandingWords,
  powerTile,
  powerWords,
  showsNextPayment,
} from '../../server/domain/home/homeTiles.ts';
import { explainUnpayable, whyNothingToPay } from '../../server/domain/repayment/payNow.ts';
import { StoreReading } from './StoreReading.tsx';

/** The figures of the home page: the amount available, the share of the limit left, the next payment, and the amount owed. */
export function Tiles({ receiver }: { receiver: ReceiverAnswer }) {
  const figures = availableTile(receiver);
  const setAside = [approvedWords(receiver), heldBackWords(receiver)].filter((words) => words !== null);
  const power = powerTile(receiver);
  const outstanding = outstandingTile(receiver);
  return (
    <InlineGrid columns={{ xs: 1, sm: 2 }} gap="400">
      <Tile
        title="Available to Spend"
        figure={figures ? formatUsd(figures.available) : noPowerWords}
        words={`Total Limit: ${figures ? formatUsd(figures.total) : noPowerWords}`}
      >
        {setAside.map((words) => (
          <Text key={words} as="p">
            {words}
          </Text>
        ))}
        {receiver.store_reading && <StoreReading reading={receiver.store_reading} />}
      </Tile>
      <Tile title="Spending Power Remaining" figure={power ? `${power.percentage}%` : noPowerWords} words={powerWords(receiver) ?? undefined}>
        <ProgressBar progress={power?.percentage ?? 0} size="small" tone="success" ariaLabelledBy="spending-power-remaining" />
      </Tile>
      {showsNextPayment(receiver) && <NextPayment receiver={receiver} />}
      <Tile
        title="Total Outstanding"
        figure={outstanding === null ? noOutstandingWords : formatUsd(outstanding)}
        words={
          outstanding === null
            ? undefined
            : (outstandingWords(outstanding) ?? whyNothingToPay(receiver.payable) ?? explainUnpayable(receiver.payable).join(' '))
        }
      />
    </InlineGrid>
  );
}

function NextPayment({ receiver }: { receiver: ReceiverAnswer }) {
  const next = nextPaymentTile(receiver);
  const underway = nextPaymentUnderway(receiver);
  const debit = nextPaymentDebit(receiver);
  return (
    <Tile
      title="Next Payment"
      figure={next ? formatUsd(next.amount) : noPaymentWords}
      words={next ? `Due ${formatShortDate(startOfDay(next.date), 'UTC')}` : 'What you buy is to be repaid later.'}
    >
      {underway !== null && <Text as="p">{underway}</Text>}
      {debit !== null && <Text as="p">{debit}</Text>}
    </Tile>
  );
}

interface TileProps {
  title: string;
  figure: string;
  words?: string | undefined;
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
