import { BlockStack, Button, Card, ChoiceList, InlineStack, Text } from '@shopify/polaris';
import { useId, useState } from 'react';
import { takeFocus } from '../../server/browser/focus.ts';
import type { DrawPlanAnswer, postDrawArrangement } from '../../server/contract/drawPlan.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { secondBankTexts } from '../../server/domain/bank/secondBank.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { type Cents, cents } from '../../server/domain/basics/money.ts';
import { choiceWords, ifYouDoNothing, partToPay, shortDrawSentences } from '../../server/domain/repayment/shortDrawRemedies.ts';
import { shortDrawTexts, shortDrawTitle } from '../../server/domain/repayment/shortDrawWords.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { ownerNote } from '../ownerNote.ts';
import { useEffectCall } from '../useEffectCall.ts';

type Short = NonNullable<DrawPlanAnswer['short_draw']>;
type ChoiceName = 'move' | 'other_bank';

interface ShortDrawProps {
  plan: DrawPlanAnswer;
  receiver: ReceiverAnswer;
  /** Opens the payment of an amount, or of one to be typed; null where nothing can be paid. */
  onPay: ((amount: Cents | null) => void) | null;
}

/** Says what is arranged after a choice, and for the next draw that looks short what can be done. Shows nothing while none does. */
export function ShortDraw({ plan: { short_draw: short, other_bank }, receiver, onPay }: ShortDrawProps) {
  const [done, setDone] = useState<DrawPlanAnswer['arrangements'] | null>(null);
  return (
    <>
      {done && <Arranged key={done.map(({ due_date }) => due_date).join()} arrangements={done} />}
      {short && <Remedies key={short.debit_date} short={short} hasOther={other_bank !== null} receiver={receiver} onPay={onPay} onDone={setDone} />}
    </>
  );
}

/** The present arrangement. It takes the focus, since the button that arranged it has gone. */
function Arranged({ arrangements }: { arrangements: DrawPlanAnswer['arrangements'] }) {
  const headingId = useId();
  return (
    <section ref={takeFocus} aria-labelledby={headingId} tabIndex={-1}>
      <TitledCard title={shortDrawTexts.arranged} headingId={headingId}>
        {arrangements.map(({ due_date, says }) => (
          <Text key={due_date} as="p">
            {says}
          </Text>
        ))}
        <Text as="p">{shortDrawTexts.stays}</Text>
      </TitledCard>
    </section>
  );
}

interface RemediesProps extends Pick<ShortDrawProps, 'receiver' | 'onPay'> {
  short: Short;
  /** Whether a second bank is linked, also one that cannot be debited now. */
  hasOther: boolean;
  onDone: (arranged: DrawPlanAnswer['arrangements']) => void;
}

function Remedies({ short, hasOther, receiver, onPay, onDone }: RemediesProps) {
  const [open, setOpen] = useState<ChoiceName | null>(null);
  const isMovable = short.days.length > 0;
  const choices: readonly (readonly [ChoiceName, string])[] = [
    ['move', shortDrawTexts.move],
    ...(short.other_bank ? ([['other_bank', shortDrawTexts.otherBank]] as const) : []),
  ];
  return (
    <section id="short" aria-label={shortDrawTitle(short)}>
      <Card background="bg-surface-caution">
        <BlockStack gap="300">
          <Text as="h2" variant="headingMd">
            {shortDrawTitle(short)}
          </Text>
          {[...shortDrawSentences(short), ifYouDoNothing(short)].map((sentence) => (
            <Text key={sentence} as="p">
              {sentence}
            </Text>
          ))}
          {receiver.abilities.includes('pay_now') ? (
            <>
              <InlineStack gap="200">
                {isMovable &&
                  choices.map(([choice, text]) => (
                    <Button key={choice} pressed={open === choice} onClick={() => setOpen(choice)}>
                      {text}
                    </Button>
                  ))}
                {onPay && <Button onClick={() => onPay(partToPay(short, cents(receiver.payable.most_cents)))}>{shortDrawTexts.payPart}</Button>}
              </InlineStack>
              {short.other_bank === null && (
                <InlineStack>
                  <Button variant="plain" url="/shopify/settings#second-bank">
                    {hasOther ? secondBankTexts.repair : secondBankTexts.link}
                  </Button>
                </InlineStack>
              )}
              {open !== null && isMovable && (
                <Arranging key={open} choice={open} short={short} token={receiver.token} onDone={onDone} onClose={() => setOpen(null)} />
              )}
            </>
          ) : (
            <Text as="p" tone="subdued">
              {ownerNote(receiver)}
            </Text>
          )}
        </BlockStack>
      </Card>
    </section>
  );
}

interface ArrangingProps extends Pick<RemediesProps, 'short' | 'onDone'> {
  choice: ChoiceName;
  token: string;
  onClose: () => void;
}

/** A choice's effect, its days, and the button that confirms it. */
function Arranging({ choice, short, token, onDone, onClose }: ArrangingProps) {
  const [first = ''] = short.days;
  const [chosen, setChosen] = useState(first);
  const to = short.days.includes(chosen) ? chosen : first;
  const arranging = useEffectCall(
    (body: Parameters<typeof callCore<typeof postDrawArrangement>>[1]['body']) =>
      callCore<typeof postDrawArrangement>('POST /api/users/:token/draw_arrangement', { params: { token }, body }),
    shortDrawTexts.arranged,
  );

  async function confirm() {
    const { debit_date } = short;
    const outcome = await arranging.run(choice === 'other_bank' ? { choice, debit_date } : { choice, debit_date, to });
    if (outcome.ok) onDone(outcome.value.arrangements.filter(({ due_date }) => short.due_dates.includes(due_date)));
  }
  return (
    <BlockStack gap="300">
      <Text as="p">{choiceWords(choice, short)}</Text>
      {choice === 'move' && (
        <ChoiceList
          title={shortDrawTexts.moveTo}
          choices={short.days.map((day) => ({ label: formatDay(day), value: day }))}
          selected={[to]}
          onChange={([day]) => setChosen(day ?? first)}
        />
      )}
      <ProblemBanner problem={arranging.problem} />
      <InlineStack gap="200">
        <Button variant="primary" loading={arranging.isBusy} onClick={() => void confirm()}>
          {shortDrawTexts.confirm}
        </Button>
        <Button disabled={arranging.isBusy} onClick={onClose}>
          {shortDrawTexts.cancel}
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
