import { BlockStack, List, Select, Text } from '@shopify/polaris';
import { useTypedOver } from '../../server/browser/forms/useTypedOver.ts';
import type { DrawPlanAnswer, putDrawPreference } from '../../server/contract/drawPlan.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { chosenDaysWords, drawDayTexts, drawWeekdays, typedDrawDays } from '../../server/domain/repayment/drawDayWords.ts';
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
  return (
    <TitledCard title={drawDayTexts.heading}>
      <Text as="p" tone="subdued">
        {drawDayTexts.lead}
      </Text>
      {receiver.abilities.includes('pay_now') ? (
        <Form saved={preference} token={receiver.token} />
      ) : (
        <>
          <Text as="p">{chosenDaysWords(preference)}</Text>
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

type Chosen = DrawPlanAnswer['preference'];

function Form({ saved, token }: { saved: Chosen; token: string }) {
  const before = typedDrawDays(saved);
  const { typed, type, discard } = useTypedOver(before);
  const saving = useEffectCall(
    (body: Chosen) => callCore<typeof putDrawPreference>('PUT /api/users/:token/draw_preference', { params: { token }, body }),
    'Saved',
  );

  async function save() {
    const chosen = { weekday: typed.day === '' ? null : Number(typed.day) };
    const outcome = await saving.run(chosen);
    if (outcome.ok) type(typedDrawDays(chosen));
  }
  return (
    <BlockStack gap="300">
      <Select label={drawDayTexts.weekday} options={[...drawWeekdays]} value={typed.day} onChange={(day) => type({ day })} />
      <ProblemBanner problem={saving.problem} />
      <SaveBar
        isUnsaved={typed.day !== before.day}
        isSaving={saving.isBusy}
        onSave={() => void save()}
        onDiscard={() => {
          discard();
          saving.clear();
        }}
      />
    </BlockStack>
  );
}
