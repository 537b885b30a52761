import { BlockStack, Button, ChoiceList, InlineStack, List, SkeletonBodyText, Text, TextField } from '@shopify/polaris';
import { useId, useState } from 'react';
import { takeFocus } from '../../server/browser/focus.ts';
import type { getPayNow, PayNowAnswer, postPayNow } from '../../server/contract/payNow.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { type Cents, cents, formatUsd, toDollars } from '../../server/domain/basics/money.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { readPaidAmount, whyNothingToPay } from '../../server/domain/repayment/payNow.ts';
import { amountHint, paymentStarted, payNowChoices, payNowEffects } from '../../server/domain/repayment/payNowWords.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useAnswer } from '../useAnswer.ts';
import { useEffectCall } from '../useEffectCall.ts';

type Choice = { pay: 'all' | 'next_due' | 'amount' } | { pay: 'purchase'; transaction_token: string };

interface PayNowProps {
  receiver: ReceiverAnswer;
  /** The purchase to pay; null to let the reader choose what to pay. */
  purchase: string | null;
  /** The amount that is typed at first; null for what ends a hold, or none. */
  amount: Cents | null;
  onClose: () => void;
}

/** Pays ahead of time from the linked bank, after showing the bank, the amount, the limit it frees and the cashback it earns. */
export function PayNow({ receiver, purchase, amount: asked, onClose }: PayNowProps) {
  const { token, payable } = receiver;
  const offered = asked ?? payable.ends_hold_cents;
  const headingId = useId();
  const [choice, setChoice] = useState<Choice>(
    purchase === null ? { pay: offered === null ? 'next_due' : 'amount' } : { pay: 'purchase', transaction_token: purchase },
  );
  const [typed, setTyped] = useState(offered === null ? '' : toDollars(cents(offered)));
  const most = cents(payable.most_cents);
  const amount = choice.pay === 'amount' ? readPaidAmount(typed, most) : null;
  const { answer: preview, problem: previewProblem, readAgain } = usePreview(token, choice, amount);
  const payment = useEffectCall(
    (body: Choice & { amount_cents: number }, idempotencyKey) =>
      callCore<typeof postPayNow>('POST /api/users/:token/pay_now', { params: { token }, body, idempotencyKey }),
    ({ amount_cents }) => paymentStarted(amount_cents),
  );
  const isComplete = choice.pay !== 'amount' || amount?.amount_cents === preview?.amount_cents;
  const payable_cents = preview !== null && isComplete && preview.amount_cents > 0 ? preview.amount_cents : null;

  async function pay() {
    if (payable_cents === null) return;
    const outcome = await payment.run({ ...choice, amount_cents: payable_cents });
    if (outcome.ok) onClose();
    // The amount may have changed since it was shown: show the new one beside the reason.
    else readAgain();
  }

  return (
    // It opens above the button that was pressed.
    <section ref={takeFocus} aria-labelledby={headingId} tabIndex={-1}>
      <TitledCard title="Pay now" headingId={headingId}>
        {purchase === null && (
          <ChoiceList
            title="What to pay"
            choices={payNowChoices.map(({ pay, label }) => ({ label, value: pay }))}
            selected={[choice.pay]}
            onChange={([chosen]) => setChoice({ pay: chosen === 'all' || chosen === 'amount' ? chosen : 'next_due' })}
          />
        )}
        {choice.pay === 'amount' && (
          <TextField
            label="Amount in US dollars"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={typedLengths.dollars}
            value={typed}
            onChange={setTyped}
            error={amount?.problem ?? false}
            helpText={amountHint(most, payable.ends_hold_cents)}
          />
        )}
        <div aria-live="polite">
          {preview !== null ? (
            <Preview preview={preview} obstacle={payable.obstacle} />
          ) : previewProblem !== null ? (
            <ProblemBanner problem={previewProblem} onRetry={readAgain} />
          ) : choice.pay === 'amount' && amount?.amount_cents === null ? null : (
            <SkeletonBodyText lines={4} />
          )}
        </div>
        {payment.problem && <ProblemBanner problem={payment.problem} />}
        <InlineStack gap="200">
          <Button variant="primary" disabled={payable_cents === null} loading={payment.isBusy} onClick={() => void pay()}>
            {payable_cents === null ? 'Pay' : `Pay ${formatUsd(cents(payable_cents))}`}
          </Button>
          <Button disabled={payment.isBusy} onClick={onClose}>
            Not now
          </Button>
        </InlineStack>
      </TitledCard>
    </section>
  );
}

/** Asks what a choice means; asks nothing until an amount of one's own is one that can be paid. */
function usePreview(token: string, choice: Choice, amount: { amount_cents: Cents | null } | null) {
  const amount_cents = amount?.amount_cents ?? null;
  const isAsked = choice.pay !== 'amount' || amount_cents !== null;
  const query = { ...choice, ...(amount_cents !== null && { amount_cents: String(amount_cents) }) };
  return useAnswer<typeof getPayNow>('GET /api/users/:token/pay_now', isAsked ? { params: { token }, query } : null);
}

function Preview({ preview, obstacle }: { preview: PayNowAnswer; obstacle: ReceiverAnswer['payable']['obstacle'] }) {
  const { amount_cents } = preview;
  if (amount_cents === 0) return <Text as="p">{whyNothingToPay({ ...preview, most_cents: 0, obstacle })}</Text>;
  return (
    <BlockStack gap="200">
      <Text as="p" variant="headingXl">
        {formatUsd(cents(amount_cents))}
      </Text>
      <List>
        {payNowEffects(preview).map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </BlockStack>
  );
}
