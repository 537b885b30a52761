import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { limitAnswer, limitQuestion } from '../../../server/domain/spendingPower/limitTexts.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';

const Answer = styled.p`
  margin: 0.25rem 0 0;
  text-wrap: pretty;
`;

/** Answers in a few words why the limit is what it is. */
export function LimitQuestion({ answer, isBeingRead }: { answer: SpendingPowerAnswer; isBeingRead: boolean }) {
  const total = answer.total_cents === null ? null : cents(answer.total_cents);
  return (
    <Card title={limitQuestion(total)}>
      {total !== null && <Money amount={total} size="figure" />}
      <Answer>{limitAnswer(answer, isBeingRead)}</Answer>
    </Card>
  );
}
