import { useFetcher } from '@remix-run/react';
import { Button, InlineStack, List, Text } from '@shopify/polaris';
import type { CreditAnswer } from '../../server/contract/credit.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { creditTexts, creditWords, wholeCredit } from '../../server/domain/payout/creditTexts.ts';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import type { SaveResult } from '../saveResult.ts';
import { useSavedToast } from '../useToast.ts';

/** The merchant's credit balance, with the button that pays it out, and the latest payouts. Shows nothing without either. */
export function Credit({ credit: answer, isClosing }: { credit: CreditAnswer; isClosing: boolean }) {
  const { credit_cents, can_be_paid_out, payouts } = answer;
  const fetcher = useFetcher<SaveResult>();
  useSavedToast(fetcher, 'The payout is on its way');
  const hasCredit = wholeCredit(answer) > 0;
  if (!hasCredit && payouts.length === 0) return null;
  const credit = formatUsd(cents(credit_cents));
  return (
    <TitledCard title={creditTexts.heading}>
      <ProblemNotice problem={fetcher.data?.problem} />
      {hasCredit && <Text as="p">{creditWords(answer, isClosing)}</Text>}
      {can_be_paid_out && (
        <InlineStack>
          <Button
            loading={fetcher.state !== 'idle'}
            onClick={() => fetcher.submit({ intent: 'pay_out', amount_cents: String(credit_cents) }, { method: 'post' })}
          >
            {creditTexts.payOut(credit)}
          </Button>
        </InlineStack>
      )}
      {payouts.length > 0 && (
        <List>
          {payouts.slice(0, 3).map(({ id, amount_cents, state }) => (
            <List.Item key={id}>
              {formatUsd(cents(amount_cents))}: {creditTexts.states[state]}
            </List.Item>
          ))}
        </List>
      )}
    </TitledCard>
  );
}
