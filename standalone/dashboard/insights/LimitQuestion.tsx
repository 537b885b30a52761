import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { signed } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { AmountList } from '../../layout/AmountList.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';

const Answer = styled.p`
  margin: 0.25rem 0 1rem;
  text-wrap: pretty;
`;

const Question = styled.h3`
  font-size: ${({ theme }) => theme.typography.fontSize.medium};
  font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  margin: 0;
`;

const Raises = styled(AmountList)`
  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  span:last-child {
    text-align: right;
    white-space: nowrap;
  }
`;

/** Answers in a few words why the limit is what it is, and what the merchant can do to raise it. */
export function LimitQuestion({ answer, isBeingRead }: { answer: SpendingPowerAnswer; isBeingRead: boolean }) {
  const { total_cents, in_short, raises, sales_do_not_raise } = answer;
  const total = total_cents === null ? null : cents(total_cents);
  return (
    <Card title={total === null ? 'Why do I have no limit yet?' : `Why is my limit ${formatUsd(total)}, and what would raise it?`}>
      {total !== null && <Money amount={total} size="figure" />}
      <Answer>{isBeingRead ? 'Your store is still being read: your limit follows its sales as they come in.' : (in_short ?? notYet(total !== null))}</Answer>
      {!isBeingRead && (raises.length > 0 || sales_do_not_raise !== null) && (
        <>
          <Question>What would raise it</Question>
          <Raises>
            {raises.map(({ text, gain_cents }) => (
              <li key={text}>
                <span>{text}</span>
                <span>{signed(cents(gain_cents))}</span>
              </li>
            ))}
            {sales_do_not_raise !== null && <li>{sales_do_not_raise}</li>}
          </Raises>
        </>
      )}
    </Card>
  );
}

const notYet = (hasLimit: boolean) =>
  hasLimit ? 'The steps below show how it was worked out.' : 'It is worked out from your store’s sales as soon as they have been read.';
