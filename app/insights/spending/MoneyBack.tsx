import { BlockStack, SkeletonBodyText, Text } from '@shopify/polaris';
import type { getMoneyBack, MoneyBackAnswer } from '../../../server/contract/insights.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { moneyBackTexts, openRefundsInWords, rowsInWords } from '../../../server/domain/insights/insightWords.ts';
import { cashbackRows, openRefundRows } from '../../../server/domain/insights/moneyBack.ts';
import { rowsBehind } from '../../../server/domain/insights/rowsBehind.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { RowsLink } from '../../components/RowsLink.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useAnswer } from '../../useAnswer.ts';

/** Cashback earned to date, and the refunds that are open. */
export function MoneyBack({ token }: { token: string }) {
  const { answer, problem, readAgain } = useAnswer<typeof getMoneyBack>('GET /api/users/:token/insights/money_back', { params: { token } });
  return (
    <TitledCard title={moneyBackTexts.title}>
      <ProblemBanner problem={problem} onRetry={readAgain} />
      {answer === null && problem === null && <SkeletonBodyText lines={3} />}
      {answer !== null && (
        <>
          <Sum
            name={moneyBackTexts.cashback}
            sum={answer.cashback}
            query={rowsBehind('repayments', cashbackRows)}
            words={rowsInWords(answer.cashback.count, 'credit', 'credits')}
          />
          <Sum
            name={moneyBackTexts.openRefunds}
            sum={answer.open_refunds}
            query={rowsBehind('card', openRefundRows)}
            words={openRefundsInWords(answer.open_refunds.count)}
          />
        </>
      )}
    </TitledCard>
  );
}

interface SumProps {
  name: string;
  sum: MoneyBackAnswer['cashback'];
  query: string;
  words: string;
}

function Sum({ name, sum: { total_cents, count }, query, words }: SumProps) {
  const amount = formatUsd(cents(total_cents));
  return (
    <BlockStack>
      <Text as="h3" tone="subdued">
        {name}
      </Text>
      <Text as="p" variant="headingMd">
        {count === 0 ? amount : <RowsLink query={query}>{amount}</RowsLink>}
      </Text>
      <Text as="p" tone="subdued">
        {words}
      </Text>
    </BlockStack>
  );
}
