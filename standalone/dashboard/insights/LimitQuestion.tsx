import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { limitAnswer, limitQuestion, limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { Card } from '../../layout/Card.tsx';
import { Money } from '../../layout/Money.tsx';

const Answer = styled.p`
  margin: 0.25rem 0 0;
  text-wrap: pretty;
`;

interface LimitQuestionProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
  /** Whether the card is still to come. */
  isEstimate: boolean;
}

/** Answers in a few words why the limit is what it is. */
export function LimitQuestion({ answer, isBeingRead, isEstimate }: LimitQuestionProps) {
  const total = answer.total_cents === null ? null : cents(answer.total_cents);
  return (
    <Card title={limitQuestion(total, isEstimate)}>
      {total !== null && <Money amount={total} size="figure" />}
      <Answer>{limitAnswer(answer, isBeingRead)}</Answer>
      {isEstimate && total !== null && <Answer>{limitTexts.estimate}</Answer>}
    </Card>
  );
}
