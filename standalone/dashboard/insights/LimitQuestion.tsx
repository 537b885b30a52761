import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';

const Answer = styled.p`
  margin: 0.25rem 0 0;
  text-wrap: pretty;
`;

/** Answers in a few words why the limit is what it is. */
export function LimitQuestion({ answer: { total_cents, in_short }, isBeingRead }: { answer: SpendingPowerAnswer; isBeingRead: boolean }) {
  const total = total_cents === null ? null : cents(total_cents);
  return (
    <Card title={total === null ? 'Why do I have no limit yet?' : `Why is my limit ${formatUsd(total)}?`}>
      {total !== null && <Money amount={total} size="figure" />}
      <Answer>{isBeingRead ? 'Your store is still being read: your limit follows its sales as they come in.' : (in_short ?? notYet(total !== null))}</Answer>
    </Card>
  );
}

const notYet = (hasLimit: boolean) =>
  hasLimit ? 'The steps below show how it was worked out.' : 'It is worked out from your store’s sales as soon as they have been read.';
