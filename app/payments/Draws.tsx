import { Badge, BlockStack, Button, InlineStack, Pagination, Text } from '@shopify/polaris';
import type { PaymentsAnswer, WireDraw } from '../../server/contract/payments.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { drawCause, drawStateWords, drawWays } from '../../server/domain/repayment/drawWords.ts';
import { paymentsTexts } from '../../server/domain/repayment/paymentsTexts.ts';
import { wayToPay } from '../../server/domain/repayment/payNow.ts';
import { OwnersWay, type Reader } from '../components/OwnersWay.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

interface DrawsProps {
  payments: PaymentsAnswer;
  onPage: (page: number) => void;
  /** Opens the payment; null where nothing can be paid, or the person may not pay. */
  onPay: (() => void) | null;
  receiver: Payer;
}

type Payer = Reader & Pick<ReceiverAnswer, 'payable' | 'closing'>;

/** The payments so far, newest first: each with its day, amount, state and bank, and what to do about one that failed. */
export function Draws({ payments: { draws, page, pages, total }, onPage, onPay, receiver }: DrawsProps) {
  return (
    <TitledCard title="Payments so far">
      {total === 0 && (
        <Text as="p" tone="subdued">
          {paymentsTexts(receiver).noDraws}
        </Text>
      )}
      {draws.length > 0 && (
        <BlockStack as="ul" gap="400">
          {draws.map((draw) => (
            <Draw key={draw.id} draw={draw} onPay={onPay} receiver={receiver} />
          ))}
        </BlockStack>
      )}
      {pages > 1 && (
        <Pagination
          hasPrevious={page > 1}
          previousTooltip="Newer"
          onPrevious={() => onPage(page - 1)}
          hasNext={page < pages}
          nextTooltip="Older"
          onNext={() => onPage(page + 1)}
          label={`Page ${page} of ${pages}`}
        />
      )}
    </TitledCard>
  );
}

const tones = { planned: 'info', under_way: 'info', paid: 'success', failed: 'critical', canceled: undefined } as const;

function Draw({ draw, onPay, receiver }: { draw: WireDraw } & Pick<DrawsProps, 'onPay' | 'receiver'>) {
  const { debit_date, amount_cents, state, settles_on, failure, row_id } = draw;
  const settled = settles_on === null ? null : state === 'paid' ? `Settled on ${formatDay(settles_on)}` : `Settles by ${formatDay(settles_on)}`;
  return (
    <li>
      <InlineStack align="space-between" blockAlign="start" gap="400">
        <BlockStack gap="050">
          <Text as="span" fontWeight="semibold">
            {formatDay(debit_date)}
          </Text>
          <Text as="span" tone="subdued">
            {drawCause(draw)}
          </Text>
          {settled !== null && (
            <Text as="span" tone="subdued">
              {settled}
            </Text>
          )}
          {failure && (
            <Text as="span">
              {failure.reason} {failure.follows}
            </Text>
          )}
        </BlockStack>
        <BlockStack gap="100" inlineAlign="end">
          <Text as="span" numeric fontWeight="semibold">
            {formatUsd(cents(amount_cents))}
          </Text>
          <Badge {...(tones[state] && { tone: tones[state] })}>{drawStateWords[state]}</Badge>
          {row_id !== null && (
            <Button variant="plain" url={`/shopify/transactions/repayments/${encodeURIComponent(row_id)}`}>
              Receipt
            </Button>
          )}
          {failure && <Remedy remedy={failure.remedy} onPay={onPay} receiver={receiver} />}
        </BlockStack>
      </InlineStack>
    </li>
  );
}

interface RemedyProps {
  remedy: NonNullable<WireDraw['failure']>['remedy'];
  onPay: (() => void) | null;
  receiver: Payer;
}

function Remedy({ remedy, onPay, receiver }: RemedyProps) {
  const { abilities, payable } = receiver;
  if (remedy === null) return null;
  if (remedy !== 'pay_now') return <OwnersWay way={drawWays[remedy]} receiver={receiver} />;
  if (onPay !== null) return <Button onClick={onPay}>{drawWays.pay_now.label}</Button>;
  return abilities.includes('pay_now') && payable.obstacle !== null && <OwnersWay way={wayToPay(payable.obstacle)} receiver={receiver} />;
}
