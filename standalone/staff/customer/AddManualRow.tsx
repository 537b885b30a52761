import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import type { postManualRow } from '../../../server/contract/staff.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { type ManualType, manualTypes, maximumManualCents } from '../../../server/domain/ledger/ledger.ts';
import { transferType } from '../../../server/domain/table/activity.ts';
import type { CallInput } from '../../api.ts';
import { Choice, Choices } from '../../dashboard/Choices.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useApi } from '../../session/session.ts';
import { readManualAmount } from '../manualAmount.ts';
import { readAgain } from '../queries.ts';
import { reasonProblem } from '../reason.ts';

const Form = styled.form`
  display: grid;
  gap: 1rem;
  margin-bottom: 2rem;
  max-width: 38rem;

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  fieldset {
    margin: 0;
  }

  .bd-button {
    justify-self: start;
    margin: 0;
  }
`;

type Row = CallInput<typeof postManualRow>['body'];

const empty = { amount: '', reason: '' };

/** A form that adds a credit to a customer's repayments by hand or, with a negative amount, takes one back. */
export function AddManualRow({ token }: { token: string }) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<ManualType>('statement_credit');
  const [typed, setTyped] = useState(empty);
  const [isChecked, setIsChecked] = useState(false);
  const [isAdded, setIsAdded] = useState(false);
  const adding = useIntent(async (body: Row, idempotencyKey) => {
    await api.call<typeof postManualRow>('POST /api/staff/receivers/:token/manual_rows', { params: { token }, body, idempotencyKey });
    // Cleared before the rows load again, so that nothing is lost of what is typed next.
    setTyped(empty);
    setIsChecked(false);
    await readAgain(queries, token);
  });

  const amount_cents = readManualAmount(typed.amount);
  const problems = {
    amount: amount_cents === null ? `Enter an amount such as 12.50, other than 0 and up to ${formatUsd(cents(maximumManualCents))}.` : undefined,
    reason: reasonProblem(typed.reason),
  };

  async function add(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    setIsAdded(false);
    if (amount_cents === null || problems.reason !== undefined) return focusFirstProblem(form.current);
    setIsAdded((await adding.run({ transaction_type: kind, amount_cents, reason: typed.reason.trim() })).ok);
  }
  return (
    <Form ref={form} aria-label="Enter a credit by hand" onSubmit={(event) => void add(event)}>
      <h2>Enter a credit by hand</h2>
      <Choices label="Kind">
        {manualTypes.map((type) => (
          <Choice key={type} isChosen={type === kind} onChoose={() => setKind(type)}>
            {transferType({ is_manual: true, transaction_type: type })}
          </Choice>
        ))}
      </Choices>
      <TypedField
        label="Amount (dollars)"
        hint="It lowers what the customer owes. With a minus sign it takes a credit back: what that had paid is due again on its dates, and what was never given is due today."
        value={typed.amount}
        onChange={(amount) => setTyped({ ...typed, amount })}
        problem={isChecked ? problems.amount : undefined}
      />
      <TypedField
        label="Reason"
        hint="The customer sees it beside the amount."
        isLong
        value={typed.reason}
        onChange={(reason) => setTyped({ ...typed, reason })}
        problem={isChecked ? problems.reason : undefined}
      />
      <Problem problem={adding.problem} />
      <div role="status">{isAdded && 'It is entered.'}</div>
      <Button type="submit" isLoading={adding.isBusy}>
        Enter
      </Button>
    </Form>
  );
}
