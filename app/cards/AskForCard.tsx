import { Button, FormLayout, InlineStack, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { postCardRequest } from '../../server/contract/cards.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { readLimit } from '../../server/domain/card/controls/controlsForm.ts';
import { TitledCard } from '../components/TitledCard.tsx';
import { callCore } from '../onboarding/call.ts';
import { ProblemBanner } from '../onboarding/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface AskForCardProps {
  /** The receiver's. */
  token: string;
  onClose: () => void;
}

/** Asks owner and admins for a card. */
export function AskForCard({ token, onClose }: AskForCardProps) {
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const asking = useEffectCall((body: { note: string; amount_cents: number | null }, idempotencyKey) => {
    const wish = { kind: 'card' as const, ...body };
    return callCore<typeof postCardRequest>('POST /api/users/:token/card_requests', { params: { token }, body: wish, idempotencyKey });
  }, 'Asked for');
  const isAmountWrong = amount.trim() !== '' && readLimit(amount) === null;

  async function send() {
    setIsChecked(true);
    if (note.trim() === '' || isAmountWrong) return;
    const outcome = await asking.run({ note: note.trim(), amount_cents: readLimit(amount) });
    if (outcome.ok) onClose();
  }

  return (
    <TitledCard title={cardsTexts.ask}>
      <FormLayout>
        <TextField
          label="What is it for?"
          autoComplete="off"
          maxLength={200}
          value={note}
          onChange={setNote}
          error={isChecked && note.trim() === '' ? 'Say what the card is for.' : false}
        />
        <TextField
          label="How much a month (optional)"
          prefix="$"
          inputMode="decimal"
          autoComplete="off"
          maxLength={14}
          value={amount}
          onChange={setAmount}
          error={isChecked && isAmountWrong ? 'Enter an amount such as 200.00.' : false}
        />
      </FormLayout>
      <ProblemBanner problem={asking.problem} />
      <InlineStack gap="200">
        <Button variant="primary" loading={asking.isBusy} onClick={() => void send()}>
          Ask
        </Button>
        <Button disabled={asking.isBusy} onClick={onClose}>
          Cancel
        </Button>
      </InlineStack>
    </TitledCard>
  );
}
