import { Button, Input } from '@bigcommerce/big-design';
import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import { addCalendarDays, type IsoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { cashDays } from '../../../server/domain/cashFlow/cashLine.ts';
import { cashTexts } from '../../../server/domain/cashFlow/cashTexts.ts';
import { readWhatIf, type TypedWhatIf, type WhatIfQuery } from '../../../server/domain/cashFlow/typedWhatIf.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { FieldBox, FieldError } from '../../forms/fieldLayout.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { useReceiver } from '../../session/receiver.ts';

const Form = styled.form`
  align-items: start;
  display: grid;
  gap: 0.75rem;
  grid-template-columns: repeat(auto-fit, minmax(8rem, 1fr));
  margin-top: 1rem;

  @media (min-width: 900px) {
    grid-template-columns: repeat(3, minmax(0, 12rem)) auto;
  }
`;

/** Stands on the line of the fields, below the height of their labels. */
const Buttons = styled.div`
  grid-column: 1 / -1;

  @media (min-width: 900px) {
    grid-column: auto;
    padding-top: 1.625rem;
  }
`;

interface WhatIfFormProps {
  today: IsoDate;
  isBusy: boolean;
  /** Null takes the question back. */
  onAsk: (query: WhatIfQuery | null) => void;
}

/** Asks what a purchase on a day, a payment now, or both would do. */
export function WhatIfForm({ today, isBusy, onAsk }: WhatIfFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { receiver } = useReceiver();
  const nothing = { spend: '', on: today, pay: '' };
  const [typed, setTyped] = useState<TypedWhatIf>(nothing);
  const [problems, setProblems] = useState<Partial<Record<keyof TypedWhatIf, string>>>({});
  const [hasAsked, setHasAsked] = useState(false);

  function ask(event: FormEvent) {
    event.preventDefault();
    const read = readWhatIf(typed, { today, most: cents(receiver.payable.most_cents) });
    setProblems(read.problems);
    if (read.query) {
      setHasAsked(true);
      onAsk(read.query);
    } else focusFirstProblem(form.current);
  }
  function clear() {
    setTyped(nothing);
    setProblems({});
    setHasAsked(false);
    onAsk(null);
  }
  const field = (name: keyof TypedWhatIf) => ({
    value: typed[name],
    problem: problems[name] ?? null,
    onType: (text: string) => setTyped((before) => ({ ...before, [name]: text })),
  });
  return (
    <Form ref={form} noValidate onSubmit={ask} aria-label={cashTexts.whatIf.title}>
      <Amount label={cashTexts.whatIf.spend} {...field('spend')} />
      <Day label={cashTexts.whatIf.on} today={today} {...field('on')} />
      <Amount label={cashTexts.whatIf.pay} {...field('pay')} />
      <Buttons>
        <ButtonRow>
          <Button type="submit" variant="secondary" isLoading={isBusy}>
            {cashTexts.whatIf.show}
          </Button>
          {hasAsked && (
            <Button type="button" variant="subtle" onClick={clear}>
              Clear
            </Button>
          )}
        </ButtonRow>
      </Buttons>
    </Form>
  );
}

interface TypedField {
  label: string;
  value: string;
  problem: string | null;
  onType: (text: string) => void;
}

function Amount({ label, value, problem, onType }: TypedField) {
  const id = useId();
  return (
    <FieldBox>
      <Input
        label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={typedLengths.dollars}
        iconLeft={<span aria-hidden="true">$</span>}
        value={value}
        onChange={({ target }) => onType(target.value)}
        {...describedBy(problem, id)}
      />
      {problem !== null && <FieldError id={id}>{problem}</FieldError>}
    </FieldBox>
  );
}

function Day({ label, today, value, problem, onType }: TypedField & { today: IsoDate }) {
  const id = useId();
  return (
    <FieldBox>
      <Input
        label={label}
        type="date"
        min={today}
        max={addCalendarDays(today, cashDays - 1)}
        value={value}
        onChange={({ target }) => onType(target.value)}
        {...describedBy(problem, id)}
      />
      {problem !== null && <FieldError id={id}>{problem}</FieldError>}
    </FieldBox>
  );
}

const describedBy = (problem: string | null, id: string) => (problem === null ? {} : { 'aria-invalid': true, 'aria-describedby': id });
