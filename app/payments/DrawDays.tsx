import { BlockStack, InlineGrid, List, Select, Text, TextField } from '@shopify/polaris';
import { useRef, useState } from 'react';
import { focusFirstProblem } from '../../server/browser/focus.ts';
import { useTypedOver } from '../../server/browser/forms/useTypedOver.ts';
import type { DrawPlanAnswer, putDrawPreference } from '../../server/contract/drawPlan.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { chosenDaysWords, drawDayTexts, drawWeekdays, earlyDrawWords, readEarlyAmount, typedDrawDays } from '../../server/domain/repayment/drawDayWords.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { SaveBar } from '../components/SaveBar.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { ownerNote } from '../ownerNote.ts';
import { useEffectCall } from '../useEffectCall.ts';

interface DrawDaysProps {
  plan: DrawPlanAnswer;
  receiver: ReceiverAnswer;
}

/** The days of repayments: the owner's choice within the terms, and the arrangements of single draws. */
export function DrawDays({ plan: { preference, arrangements }, receiver }: DrawDaysProps) {
  const early = earlyDrawWords(preference);
  return (
    <TitledCard title={drawDayTexts.heading}>
      <Text as="p" tone="subdued">
        {drawDayTexts.lead}
      </Text>
      {early !== null && <Text as="p">{early}</Text>}
      {receiver.abilities.includes('pay_now') ? (
        <Form saved={preference} token={receiver.token} />
      ) : (
        <>
          {chosenDaysWords(preference).map((sentence) => (
            <Text key={sentence} as="p">
              {sentence}
            </Text>
          ))}
          <Text as="p" tone="subdued">
            {ownerNote(receiver)}
          </Text>
        </>
      )}
      {arrangements.length > 0 && (
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm">
            {drawDayTexts.arranged}
          </Text>
          <List>
            {arrangements.map(({ due_date, says }) => (
              <List.Item key={due_date}>{says}</List.Item>
            ))}
          </List>
        </BlockStack>
      )}
    </TitledCard>
  );
}

type Chosen = Pick<DrawPlanAnswer['preference'], 'weekday' | 'early_from_cents'>;

function Form({ saved, token }: { saved: Chosen; token: string }) {
  const form = useRef<HTMLDivElement>(null);
  const before = typedDrawDays(saved);
  const { typed, type, discard } = useTypedOver(before);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useEffectCall(
    (body: Chosen) => callCore<typeof putDrawPreference>('PUT /api/users/:token/draw_preference', { params: { token }, body }),
    'Saved',
  );

  async function save() {
    const { amount_cents, problem: wrong } = readEarlyAmount(typed.amount);
    setProblem(wrong);
    if (wrong !== null) return focusFirstProblem(form.current);
    const chosen = { weekday: typed.day === '' ? null : Number(typed.day), early_from_cents: amount_cents };
    const outcome = await saving.run(chosen);
    if (outcome.ok) type(typedDrawDays(chosen));
  }
  const change = (changes: Partial<typeof typed>) => {
    type(changes);
    setProblem(null);
  };
  return (
    <div ref={form}>
      <BlockStack gap="300">
        <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
          <Select label={drawDayTexts.weekday} options={[...drawWeekdays]} value={typed.day} onChange={(day) => change({ day })} />
          <TextField
            label={drawDayTexts.early}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={typedLengths.dollars}
            value={typed.amount}
            onChange={(amount) => change({ amount })}
            error={problem ?? false}
            helpText={drawDayTexts.earlyHint}
          />
        </InlineGrid>
        <ProblemBanner problem={saving.problem} />
        <SaveBar
          isUnsaved={typed.day !== before.day || typed.amount !== before.amount}
          isSaving={saving.isBusy}
          onSave={() => void save()}
          onDiscard={() => {
            discard();
            setProblem(null);
            saving.clear();
          }}
        />
      </BlockStack>
    </div>
  );
}
