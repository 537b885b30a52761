import { Text } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { getPayNow, postPayNow } from '../../../../server/contract/payNow.ts';
import { bankName } from '../../../../server/domain/bank/bankName.ts';
import { formatDay } from '../../../../server/domain/basics/dateFormats.ts';
import { type Cents, cents, formatUsd, toDollars } from '../../../../server/domain/basics/money.ts';
import { readPaidAmount, whyNothingToPay } from '../../../../server/domain/repayment/payNow.ts';
import { paymentStarted, payNowChoices, payNowEffects } from '../../../../server/domain/repayment/payNowWords.ts';
import type { Answer } from '../../../api.ts';
import { DialogProblem } from '../../../forms/DialogProblem.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Money } from '../../../layout/Money.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Choice, Choices } from '../../Choices.tsx';
import { ChosenAmount } from './ChosenAmount.tsx';

/** The payment chosen: everything that has settled, the next amount due, an amount of one's own, or one purchase. */
export type PayNowChoice = { pay: 'all' } | { pay: 'next_due' } | { pay: 'amount' } | { pay: 'purchase'; transaction_token: string };

const Preview = styled.div`
  min-height: 13rem;
`;

const Effects = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
  padding-left: 1.25rem;

  li + li {
    margin-top: 0.375rem;
  }
`;

interface PayNowProps {
  /** The purchase to pay. Without it, the reader chooses what to pay. */
  choice?: PayNowChoice;
  /** The amount that is typed at first; null for none. */
  amount?: Cents | null;
  onClose: () => void;
}

/** Pays ahead of time from the linked bank, after showing the bank, the amount, the limit it frees and the cashback it earns. */
export function PayNow({ choice: given, amount: offered = null, onClose }: PayNowProps) {
  const [choice, setChoice] = useState<PayNowChoice>(given ?? { pay: offered === null ? 'next_due' : 'amount' });
  const [typed, setTyped] = useState(offered === null ? '' : toDollars(offered));
  const { receiver } = useReceiver();
  const most = cents(receiver.payable.most_cents);
  const amount = choice.pay === 'amount' ? readPaidAmount(typed, most) : null;
  const { preview, error, refetch, isFetching } = usePreview(choice, amount);
  const payment = usePayment();
  const [paid, setPaid] = useState<Answer<typeof postPayNow> | null>(null);

  async function pay(amount_cents: number) {
    const outcome = await payment.run({ ...choice, amount_cents });
    if (outcome.ok) setPaid(outcome.value);
    // The amount may have changed since it was shown: show the new one beside the reason.
    else void refetch();
  }

  const isComplete = choice.pay !== 'amount' || amount?.amount_cents === preview?.amount_cents;
  const canPay = preview !== undefined && preview.amount_cents > 0 && !isFetching && isComplete;
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
  const title = paid ? paymentStarted(paid.amount_cents) : 'Pay now';
  return (
    <Dialog title={title} isWide isBusy={payment.isBusy} onClose={onClose} actions={actions}>
      {paid ? (
        <Paid {...paid} />
      ) : (
        <>
          {!given && <WhatToPay choice={choice} onChoose={setChoice} />}
          {choice.pay === 'amount' && (
            <ChosenAmount endsHold={receiver.payable.ends_hold_cents} typed={typed} most={most} problem={amount?.problem ?? null} onType={setTyped} />
          )}
          <Preview aria-live="polite">
            {preview ? (
              <Shown preview={preview} />
            ) : error ? (
              <ErrorState message={error.message} onRetry={() => void refetch()} />
            ) : choice.pay === 'amount' && !amount?.amount_cents ? null : (
              <Skeleton label="Working out what that means" lines={4} />
            )}
          </Preview>
          <DialogProblem problem={payment.problem} />
        </>
      )}
    </Dialog>
  );
}

function WhatToPay({ choice, onChoose }: { choice: PayNowChoice; onChoose: (choice: PayNowChoice) => void }) {
  return (
    <Choices label="What to pay">
      {payNowChoices.map(({ pay, label }) => (
        <Choice key={pay} isChosen={choice.pay === pay} onChoose={() => onChoose({ pay })}>
          {label}
        </Choice>
      ))}
    </Choices>
  );
}

/** Asks what a choice means; asks nothing until an amount of one's own is one that can be paid. */
function usePreview(choice: PayNowChoice, amount: { amount_cents: Cents | null } | null) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const amount_cents = amount?.amount_cents ?? null;
  const isAsked = choice.pay !== 'amount' || amount_cents !== null;
  const query = { ...choice, ...(amount_cents !== null && { amount_cents: String(amount_cents) }) };
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['dashboard', token, 'pay-now', query],
    queryFn: ({ signal }) => api.call<typeof getPayNow>('GET /api/users/:token/pay_now', { params: { token }, query, signal }),
    enabled: isAsked,
    staleTime: 0,
    gcTime: 0,
  });
  return { preview: isAsked ? data : undefined, error: isAsked ? error : null, refetch, isFetching };
}

/** Sends the payment, and reads the account and all that shows it anew. */
function usePayment() {
  const api = useApi();
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token } = receiver;
  return useIntent(async (body: PayNowChoice & { amount_cents: number }, idempotencyKey) => {
    const answer = await api.call<typeof postPayNow>('POST /api/users/:token/pay_now', { params: { token }, body, idempotencyKey });
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['dashboard', token], predicate: ({ queryKey }) => queryKey[2] !== 'pay-now' })]);
    return answer;
  });
}

function Paid({ amount_cents, bank, settles_on }: Answer<typeof postPayNow>) {
  const amount = formatUsd(cents(amount_cents));
  return (
    <Text>
      {amount} is being drawn from {bankName(bank)}. It settles by {formatDay(settles_on)}. Until then it still counts as owed, and we do not draw it a second
      time.
    </Text>
  );
}

function Shown({ preview }: { preview: Answer<typeof getPayNow> }) {
  const { obstacle } = useReceiver().receiver.payable;
  const { amount_cents } = preview;
  if (amount_cents === 0) return <Text>{whyNothingToPay({ ...preview, most_cents: 0, obstacle })}</Text>;
  return (
    <>
      <Money amount={cents(amount_cents)} size="figure" />
      <Effects>
        {payNowEffects(preview).map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </Effects>
    </>
  );
}
