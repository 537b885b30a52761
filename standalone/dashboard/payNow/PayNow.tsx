import { Text } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { getPayNow, postPayNow } from '../../../server/contract/payNow.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import type { Answer } from '../../api.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { Money } from '../../layout/Money.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { formatDay } from '../formatDay.ts';

/** The payment chosen: everything that has settled, the next amount due, or one purchase. */
export type PayNowChoice = { pay: 'all' } | { pay: 'next_due' } | { pay: 'purchase'; transaction_token: string };

const Preview = styled.div`
  min-height: 11rem;
`;

const Effects = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
  padding-left: 1.25rem;

  li + li {
    margin-top: 0.375rem;
  }
`;

const Problem = styled.p.attrs({ role: 'alert' })`
  color: ${({ theme }) => theme.colors.danger};
  margin: 1rem 0 0;
`;

interface PayNowProps {
  /** The purchase to pay. Without it, the reader chooses between the next payment and everything. */
  choice?: PayNowChoice;
  onClose: () => void;
}

/** Pays ahead of time from the linked bank, after showing the amount, the limit it frees and the cashback it earns. */
export function PayNow({ choice: given, onClose }: PayNowProps) {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token } = receiver;
  const [choice, setChoice] = useState<PayNowChoice>(given ?? { pay: 'next_due' });
  const {
    data: preview,
    error,
    refetch,
    isFetching,
  } = useQuery({
    queryKey: ['dashboard', token, 'pay-now', choice],
    queryFn: ({ signal }) => api.call<typeof getPayNow>('GET /api/users/:token/pay_now', { params: { token }, query: choice, signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const [paid, setPaid] = useState<Answer<typeof postPayNow> | null>(null);
  const payment = useIntent(async (amount_cents: number, idempotencyKey) => {
    const answer = await api.call<typeof postPayNow>('POST /api/users/:token/pay_now', {
      params: { token },
      body: { ...choice, amount_cents },
      idempotencyKey,
    });
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['dashboard', token], predicate: ({ queryKey }) => queryKey[2] !== 'pay-now' })]);
    return answer;
  });

  async function pay(amount: number) {
    const outcome = await payment.run(amount);
    if (outcome.ok) setPaid(outcome.value);
    // The amount may have changed since it was shown: show the new one beside the reason.
    else void refetch();
  }

  const canPay = preview !== undefined && preview.amount_cents > 0 && !isFetching;
  const actions = paid
    ? [{ text: 'Done', onClick: onClose }]
    : [
        { text: 'Not now', variant: 'subtle' as const, onClick: onClose },
        {
          text: canPay ? `Pay ${formatUsd(cents(preview.amount_cents))}` : 'Pay',
          disabled: !canPay,
          isLoading: payment.isBusy,
          onClick: () => canPay && void pay(preview.amount_cents),
        },
      ];
  const title = paid ? 'Your payment is on its way' : 'Pay now';
  return (
    <Dialog title={title} isWide onClose={onClose} actions={actions}>
      {paid ? (
        <Text>
          {formatUsd(cents(paid.amount_cents))} is being drawn from your bank. It settles by {formatDay(paid.settles_on)}, and shows under Repayments until
          then.
        </Text>
      ) : (
        <>
          {!given && (
            <Choices label="What to pay">
              <Choice isChosen={choice.pay === 'next_due'} onChoose={() => setChoice({ pay: 'next_due' })}>
                What is due next
              </Choice>
              <Choice isChosen={choice.pay === 'all'} onChoose={() => setChoice({ pay: 'all' })}>
                All of it
              </Choice>
            </Choices>
          )}
          <Preview aria-live="polite">
            {preview ? <Shown {...preview} /> : error ? <Problem>{error.message}</Problem> : <Skeleton label="Working out what that means" lines={4} />}
            {payment.problem && <Problem>{payment.problem.message}</Problem>}
          </Preview>
        </>
      )}
    </Dialog>
  );
}

function Shown({ amount_cents, frees_cents, available_after_cents, cashback_cents, settles_on }: Answer<typeof getPayNow>) {
  if (amount_cents === 0) return <Text>There is nothing to pay that is not on its way already. Purchases can be paid once they have settled.</Text>;
  return (
    <>
      <Money amount={cents(amount_cents)} size="figure" />
      <Effects>
        <li>Drawn from your linked bank account, settled by {formatDay(settles_on)}.</li>
        {frees_cents > 0 && (
          <li>
            Frees {formatUsd(cents(frees_cents))} then: you can spend {formatUsd(cents(available_after_cents))}.
          </li>
        )}
        {cashback_cents > 0 && <li>Earns you {formatUsd(cents(cashback_cents))} of cashback.</li>}
      </Effects>
    </>
  );
}
