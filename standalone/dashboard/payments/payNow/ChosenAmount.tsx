import { Input } from '@bigcommerce/big-design';
import { useId } from 'react';
import styled from 'styled-components';
import type { Cents } from '../../../../server/domain/basics/money.ts';
import { typedLengths } from '../../../../server/domain/forms/typedLengths.ts';
import { amountHint } from '../../../../server/domain/repayment/payNowWords.ts';
import { FieldBox, FieldError, Hint } from '../../../forms/fieldLayout.ts';

const Box = styled(FieldBox)`
  margin-bottom: 1rem;
  max-width: 16rem;
`;

interface ChosenAmountProps {
  typed: string;
  /** The most that can be paid now. */
  most: Cents;
  /** The least that ends a hold for a failed repayment; null without one. */
  endsHold: number | null;
  problem: string | null;
  onType: (typed: string) => void;
}

/** The field for an amount of the merchant's own. */
export function ChosenAmount({ typed, most, endsHold, problem, onType }: ChosenAmountProps) {
  const id = useId();
  return (
    <Box>
      <Input
        label="Amount in US dollars"
        inputMode="decimal"
        autoComplete="off"
        maxLength={typedLengths.dollars}
        iconLeft={<span aria-hidden="true">$</span>}
        value={typed}
        aria-invalid={problem !== null}
        aria-describedby={id}
        onChange={({ target }) => onType(target.value)}
      />
      {problem === null ? <Hint id={id}>{amountHint(most, endsHold)}</Hint> : <FieldError id={id}>{problem}</FieldError>}
    </Box>
  );
}
