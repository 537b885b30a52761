import { BlockStack, Button, FormLayout, InlineStack, Select, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { Outcome } from '../../server/browser/callFailure.ts';
import type { CardDetail, postCardRaise, postCardRequest } from '../../server/contract/cards.ts';
import { cardsTexts, describeControls } from '../../server/domain/card/cardWords.ts';
import type { CategoryGroup } from '../../server/domain/card/controls/categories.ts';
import { categoryChoices, countryChoices } from '../../server/domain/card/controls/controlChoices.ts';
import { type ControlKind, type ListKind, limitKinds, listKinds } from '../../server/domain/card/controls/controls.ts';
import { readLimit } from '../../server/domain/card/controls/controlsForm.ts';
import { endOfDayIn } from '../../server/domain/card/controls/periods.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface RaiseFormProps {
  card: CardDetail;
  /** The receiver's. */
  token: string;
  /** The product's time, ISO 8601. */
  now: string;
  onClose: () => void;
}

const periods = [
  { value: '0', label: 'Until tonight' },
  { value: '1', label: 'Until tomorrow night' },
  { value: '7', label: 'For a week' },
];

/** Raises one of a card's controls for a while, or asks owner and admins for it. */
export function RaiseForm({ card, token, now, onClose }: RaiseFormProps) {
  const choices = describeControls(card.controls);
  const [control, setControl] = useState<ControlKind>(choices[0]?.control ?? 'per_purchase');
  const [typed, setTyped] = useState('');
  const [days, setDays] = useState('0');
  const [isWrong, setIsWrong] = useState(false);
  const isAsked = !card.can.change;
  const sendWord = isAsked ? cardsTexts.askForIt : 'Raise';
  const sending = useEffectCall<Raise, unknown>(
    (raise, idempotencyKey) => (isAsked ? ask(token, card.token, raise, idempotencyKey) : grant(token, card.token, raise, idempotencyKey)),
    isAsked ? 'Asked for' : 'Raised',
  );
  const isAmount = isOneOf(limitKinds, control);
  const isList = isOneOf(listKinds, control);
  const choose = (next: string) => {
    setControl(choices.find((choice) => choice.control === next)?.control ?? control);
    setTyped('');
    setIsWrong(false);
    sending.clear();
  };

  async function send() {
    const amount_cents = isAmount ? readLimit(typed) : null;
    const isMissing = (isAmount && amount_cents === null) || (isList && typed.trim() === '');
    setIsWrong(isMissing);
    if (isMissing) return;
    const ends_at = endOfDayIn(card.program.time_zone, new Date(now), Number(days)).toISOString();
    const outcome = await sending.run({ control, amount_cents, subject: isList ? typed.trim() : null, ends_at });
    if (outcome.ok) onClose();
  }

  return (
    <BlockStack gap="300">
      <FormLayout>
        <Select
          label="Control"
          options={choices.map((choice) => ({ value: choice.control, label: `${choice.label}: ${choice.text}` }))}
          value={control}
          onChange={choose}
        />
        {isAmount && (
          <TextField
            label="Raise it to"
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={typedLengths.dollars}
            value={typed}
            onChange={setTyped}
            error={isWrong ? 'Enter an amount such as 240.00.' : (sending.problem?.messageAt('amount_cents') ?? false)}
          />
        )}
        {isList && (
          <Subject
            list={control}
            blocked={card.program.blocked_categories}
            value={typed}
            onChange={setTyped}
            problem={isWrong ? 'Say what to allow.' : (sending.problem?.messageAt('subject') ?? null)}
          />
        )}
        {!isAsked && <Select label="For how long" options={periods} value={days} onChange={setDays} error={sending.problem?.messageAt('ends_at') ?? false} />}
      </FormLayout>
      <ProblemBanner problem={sending.problem} />
      <SaveBar isUnsaved={typed.trim() !== ''} isSaving={sending.isBusy} onSave={() => void send()} onDiscard={onClose} saveWord={sendWord} />
      <InlineStack gap="200">
        <Button variant="primary" loading={sending.isBusy} onClick={() => void send()}>
          {sendWord}
        </Button>
        <Button disabled={sending.isBusy} onClick={onClose}>
          Cancel
        </Button>
      </InlineStack>
    </BlockStack>
  );
}

function isOneOf<Kind extends ControlKind>(kinds: readonly Kind[], control: ControlKind): control is Kind {
  return (kinds as readonly ControlKind[]).includes(control);
}

interface SubjectProps {
  list: ListKind;
  /** The categories that the program allows on no card: a raise does not change that. */
  blocked: readonly CategoryGroup[];
  value: string;
  onChange: (typed: string) => void;
  problem: string | null;
}

/** The category, merchant or country that is allowed for a while. */
function Subject({ list, blocked, value, onChange, problem }: SubjectProps) {
  if (list === 'merchants')
    return (
      <TextField
        label="Merchant to allow"
        autoComplete="off"
        maxLength={typedLengths.merchantName}
        value={value}
        onChange={onChange}
        error={problem ?? false}
        helpText="As its name begins on your purchases."
      />
    );
  return (
    <Select
      label={list === 'categories' ? 'Category to allow' : 'Country to allow'}
      placeholder="Choose one"
      options={list === 'categories' ? categoryChoices(blocked) : countryChoices([])}
      value={value}
      onChange={onChange}
      error={problem ?? false}
    />
  );
}

interface Raise {
  control: ControlKind;
  amount_cents: number | null;
  subject: string | null;
  ends_at: string;
}

type Sent = Promise<Outcome<unknown>>;

function grant(token: string, card: string, body: Raise, idempotencyKey: string): Sent {
  return callCore<typeof postCardRaise>('POST /api/users/:token/cards/:card/raises', { params: { token, card }, body, idempotencyKey });
}

function ask(token: string, card_token: string, { control, amount_cents, subject }: Raise, idempotencyKey: string): Sent {
  const body = { kind: 'raise' as const, card_token, control, amount_cents, subject, note: null };
  return callCore<typeof postCardRequest>('POST /api/users/:token/card_requests', { params: { token }, body, idempotencyKey });
}
