import { Button, Collapsible, FormLayout, InlineStack, List, Text, TextField } from '@shopify/polaris';
import { type FormEvent, useId, useRef, useState } from 'react';
import { focusFirstProblem } from '../../server/browser/focus.ts';
import type { CashFlowAnswer, getCashFlow } from '../../server/contract/cashFlow.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatDayAndMonth } from '../../server/domain/basics/dateFormats.ts';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { type Cents, cents, formatUsd } from '../../server/domain/basics/money.ts';
import type { CashDay } from '../../server/domain/cashFlow/cashLine.ts';
import { cashTexts } from '../../server/domain/cashFlow/cashTexts.ts';
import { cashWeeks, rangeInWords, weekInWords } from '../../server/domain/cashFlow/cashWeeks.ts';
import { readCashDays } from '../../server/domain/cashFlow/readCashDays.ts';
import { readWhatIf, type TypedWhatIf, type WhatIfQuery } from '../../server/domain/cashFlow/typedWhatIf.ts';
import { typedLengths } from '../../server/domain/forms/typedLengths.ts';
import { FigureTable } from '../components/FigureTable.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useAnswer } from '../useAnswer.ts';
import { CashPicture } from './CashPicture.tsx';

interface CashFlowProps {
  receiver: Pick<ReceiverAnswer, 'token' | 'payable' | 'closing'>;
  answer: CashFlowAnswer;
}

/** Ninety days of the linked bank's balance: its line and lowest point, and what a purchase or a payment would do to them. */
export function CashFlow({ receiver: { token, payable, closing }, answer }: CashFlowProps) {
  const [asked, setAsked] = useState<WhatIfQuery | null>(null);
  const query = asked && Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));
  const { answer: changed, problem, readAgain } = useAnswer<typeof getCashFlow>('GET /api/users/:token/cash_flow', query && { params: { token }, query });
  const shown = changed ?? answer;
  const [first, ...later] = readCashDays(shown.days);
  const [basis, ...sentences] = shown.sentences;
  return (
    <TitledCard title={cashTexts.heading}>
      {first === undefined || shown.lowest === null ? (
        <Text as="p" tone="subdued">
          {cashTexts.noLine}
        </Text>
      ) : (
        <>
          <Text as="p" tone="subdued">
            {cashTexts.lowest}
          </Text>
          <Text as="p" variant="headingLg">
            {shown.lowest.words}
          </Text>
          <Text as="p" tone="subdued">
            {basis}
          </Text>
          <CashPicture
            days={[first, ...later]}
            before={changed?.what_if ? readCashDays(answer.days) : null}
            lowest={shown.lowest.date}
            words={cashTexts.picture(shown.lowest.words)}
          />
          {shown.is_expected && (
            <Text as="p" tone="subdued">
              {cashTexts.strokes}
            </Text>
          )}
          {changed?.what_if && (
            <Text as="p" tone="subdued">
              {cashTexts.dotted}
            </Text>
          )}
          {/* Nothing can be bought any more with an account that is being closed. */}
          {closing === null && (
            <WhatIf today={answer.today} most={cents(payable.most_cents)} isBusy={asked !== null && changed === null && problem === null} onAsk={setAsked} />
          )}
          <div aria-live="polite">
            {changed?.what_if && (
              <List>
                {changed.what_if.sentences.map((sentence) => (
                  <List.Item key={sentence}>{sentence}</List.Item>
                ))}
              </List>
            )}
            <ProblemBanner problem={problem} onRetry={readAgain} />
          </div>
          <Weeks answer={shown} days={[first, ...later]} sentences={sentences} />
        </>
      )}
    </TitledCard>
  );
}

interface WhatIfProps {
  today: string;
  /** The most that can be paid now. */
  most: Cents;
  isBusy: boolean;
  /** Null takes the question back. */
  onAsk: (query: WhatIfQuery | null) => void;
}

/** Asks what a purchase on a day, a payment now, or both would do. */
function WhatIf({ today, most, isBusy, onAsk }: WhatIfProps) {
  const form = useRef<HTMLFormElement>(null);
  const nothing = { spend: '', on: today, pay: '' };
  const [typed, setTyped] = useState<TypedWhatIf>(nothing);
  const [problems, setProblems] = useState<Partial<Record<keyof TypedWhatIf, string>>>({});
  const [hasAsked, setHasAsked] = useState(false);
  function ask(event: FormEvent) {
    event.preventDefault();
    const read = readWhatIf(typed, { today: isoDate(today), most });
    setProblems(read.problems);
    if (read.query === null) return focusFirstProblem(form.current);
    setHasAsked(true);
    onAsk(read.query);
  }
  function clear() {
    setTyped(nothing);
    setProblems({});
    setHasAsked(false);
    onAsk(null);
  }
  const field = (name: keyof TypedWhatIf) => ({
    autoComplete: 'off',
    value: typed[name],
    error: problems[name] ?? false,
    onChange: (text: string) => setTyped((before) => ({ ...before, [name]: text })),
  });
  return (
    <form ref={form} onSubmit={ask} noValidate aria-label={cashTexts.whatIf.title}>
      <FormLayout>
        <FormLayout.Group>
          <TextField label={cashTexts.whatIf.spend} prefix="$" inputMode="decimal" maxLength={typedLengths.dollars} {...field('spend')} />
          <TextField label={cashTexts.whatIf.on} type="date" {...field('on')} />
          <TextField label={cashTexts.whatIf.pay} prefix="$" inputMode="decimal" maxLength={typedLengths.dollars} {...field('pay')} />
        </FormLayout.Group>
        <InlineStack gap="200">
          <Button submit loading={isBusy}>
            {cashTexts.whatIf.show}
          </Button>
          {hasAsked && <Button onClick={clear}>Clear</Button>}
        </InlineStack>
      </FormLayout>
    </form>
  );
}

interface WeeksProps {
  answer: CashFlowAnswer;
  days: readonly CashDay[];
  sentences: readonly string[];
}

/** The line by week, what it is made of, and each movement that is known. */
function Weeks({ answer, days, sentences }: WeeksProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const flows = answer.flows.map(({ date, amount_cents }) => ({ date: isoDate(date), amount_cents: cents(amount_cents) }));
  const known = answer.flows
    .filter(({ is_known }) => is_known)
    .map(({ date, label, amount_cents }): [string, ...string[]] => [formatDayAndMonth(isoDate(date)), label, formatUsd(cents(amount_cents))]);
  return (
    <>
      <InlineStack>
        <Button variant="plain" disclosure={isOpen ? 'up' : 'down'} ariaExpanded={isOpen} ariaControls={id} onClick={() => setIsOpen(!isOpen)}>
          {cashTexts.details}
        </Button>
      </InlineStack>
      <Collapsible id={id} open={isOpen} transition={false}>
        <List>
          {sentences.map((sentence) => (
            <List.Item key={sentence}>{sentence}</List.Item>
          ))}
        </List>
        <FigureTable
          caption={cashTexts.byWeek}
          headings={cashTexts.weekHeadings}
          rows={cashWeeks(days, flows).map(({ from, until, in_cents, out_cents, end }) => [
            weekInWords({ from, until }),
            formatUsd(in_cents),
            formatUsd(out_cents),
            formatUsd(end.expected_cents),
            rangeInWords(end),
          ])}
          totals={[]}
        />
        {known.length > 0 && <FigureTable caption="What is known" headings={['Day', 'Movement', 'Amount']} rows={known} totals={[]} />}
      </Collapsible>
    </>
  );
}
