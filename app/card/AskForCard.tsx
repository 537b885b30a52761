import { Button, FormLayout, InlineStack, TextField } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { focusFirstProblem } from '../../server/browser/focus.ts';
import type { postCardRequest } from '../../server/contract/cards.ts';
import { cardWishBody, cardWishLabels, cardWishProblems } from '../../server/domain/card/cardForms.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface AskForCardProps {
  /** The receiver's. */
  token: string;
  onAsked: () => void;
  onClose: () => void;
}

/** Asks owner and admins for a card. */
export function AskForCard({ token, onAsked, onClose }: AskForCardProps) {
  const [note, setNote] = useState('');
  const [amount, setAmount] = useState('');
  const form = useRef<HTMLDivElement>(null);
  const [isChecked, setIsChecked] = useState(false);
  const asking = useEffectCall(
    (body: ReturnType<typeof cardWishBody>, idempotencyKey) =>
      callCore<typeof postCardRequest>('POST /api/users/:token/card_requests', { params: { token }, body, idempotencyKey }),
    'Asked for',
  );
  const wish = { note, amount_cents: amount };
  const problems = cardWishProblems(wish);
  const messageAt = (field: string) => (isChecked && problems.find(({ path }) => path === field)?.message) || false;

  async function send() {
    setIsChecked(true);
    if (problems.length > 0) return focusFirstProblem(form.current);
    const outcome = await asking.run(cardWishBody(wish));
    if (outcome.ok) onAsked();
  }

  return (
    <TitledCard title={cardsTexts.ask}>
      <div ref={form}>
        <FormLayout>
          <TextField label={cardWishLabels.note} autoComplete="off" maxLength={typedLengths.note} value={note} onChange={setNote} error={messageAt('note')} />
          <TextField
            label={cardWishLabels.amount}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={typedLengths.dollars}
            value={amount}
            onChange={setAmount}
            error={messageAt('amount_cents')}
          />
        </FormLayout>
      </div>
      <ProblemBanner problem={asking.problem} />
      <SaveBar isUnsaved={note.trim() !== '' || amount.trim() !== ''} isSaving={asking.isBusy} onSave={() => void send()} onDiscard={onClose} saveWord="Ask" />
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
