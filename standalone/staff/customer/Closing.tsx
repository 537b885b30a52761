import { Button } from '@bigcommerce/big-design';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import { useFocusOn } from '../../../server/browser/useFocusOn.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { postClosing } from '../../../server/contract/staff.ts';
import { cents, formatUsd, magnitude } from '../../../server/domain/basics/money.ts';
import { customerName } from '../../../server/domain/receiver/customerName.ts';
import { Problem } from '../../forms/Problem.tsx';
import { TypedField } from '../../forms/TypedField.tsx';
import { useIntent } from '../../forms/useIntent.ts';
import { useApi } from '../../session/session.ts';
import { ConfirmationField, confirmationProblem } from '../ConfirmationField.tsx';
import { readAgain } from '../queries.ts';
import { reasonHint, reasonProblem } from '../reason.ts';

const Form = styled.form`
  display: grid;
  gap: 1rem;
  max-width: 38rem;

  h2 {
    font-size: ${({ theme }) => theme.typography.fontSize.large};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  > p {
    margin: 0;
  }

  .bd-button {
    justify-self: start;
    margin: 0;
  }
`;

const states = {
  closing: 'The account is being closed. The timeline shows how far it is: a debt is drawn on its due dates, and a credit is paid out.',
  closed: 'The account is closed. A refund that still arrives is paid out, and a late charge is drawn. The customer can still sign in and read statements.',
};

/** How far the closing of a customer's account is, or the form that closes it. */
export function Closing({ receiver }: { receiver: ReceiverAnswer }) {
  const id = useId();
  useFocusOn(id, receiver.closing);
  if (receiver.closing !== null)
    return (
      <p id={id} tabIndex={-1}>
        {states[receiver.closing]}
      </p>
    );
  if (!receiver.abilities.includes('close_account')) return <p>An admin can close this account.</p>;
  return <CloseAccount receiver={receiver} />;
}

/** A form that closes a customer's account for good; the customer's name has to be typed. */
function CloseAccount({ receiver }: { receiver: ReceiverAnswer }) {
  const api = useApi();
  const queries = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const { token, totalOutstandingCents } = receiver;
  const expected = customerName(receiver);
  const [typed, setTyped] = useState({ reason: '', confirmation: '' });
  const [isChecked, setIsChecked] = useState(false);
  const closing = useIntent(async (body: { reason: string; confirmation: string }, idempotencyKey) => {
    await api.call<typeof postClosing>('POST /api/staff/receivers/:token/closing', { params: { token }, body, idempotencyKey });
    await readAgain(queries, token);
  });
  const problems = {
    reason: reasonProblem(typed.reason),
    confirmation: confirmationProblem(typed.confirmation, expected),
  };

  async function close(event: FormEvent) {
    event.preventDefault();
    setIsChecked(true);
    if (problems.reason !== undefined || problems.confirmation !== undefined) return focusFirstProblem(form.current);
    await closing.run({ reason: typed.reason.trim(), confirmation: typed.confirmation });
  }
  return (
    <Form ref={form} aria-label="Close the account" onSubmit={(event) => void close(event)}>
      <h2>Close the account</h2>
      <p>
        Every card is closed at the issuer for good. {balanceInWords(totalOutstandingCents)} The customer can still sign in and read statements. No action opens
        the account again.
      </p>
      <TypedField
        label="Reason"
        hint={reasonHint}
        isLong
        value={typed.reason}
        onChange={(reason) => setTyped({ ...typed, reason })}
        problem={isChecked ? problems.reason : undefined}
      />
      <ConfirmationField
        receiver={receiver}
        expected={expected}
        value={typed.confirmation}
        onChange={(confirmation) => setTyped({ ...typed, confirmation })}
        problem={isChecked ? problems.confirmation : undefined}
      />
      <Problem problem={closing.problem} />
      <Button type="submit" actionType="destructive" isLoading={closing.isBusy}>
        Close account
      </Button>
    </Form>
  );
}

function balanceInWords(outstandingCents: number): string {
  const amount = formatUsd(magnitude(cents(outstandingCents)));
  if (outstandingCents > 0) return `${amount} is owed now: it is drawn on its due dates.`;
  return outstandingCents < 0
    ? `The credit of ${amount} is paid to the bank account that the customer has confirmed, once there is one.`
    : 'Nothing is owed now.';
}
