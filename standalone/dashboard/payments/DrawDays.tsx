import { Button, Input } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useRef, useState } from 'react';
import styled from 'styled-components';
import { focusFirstProblem } from '../../../server/browser/focus.ts';
import { useTypedOver } from '../../../server/browser/forms/useTypedOver.ts';
import type { DrawPlanAnswer } from '../../../server/contract/drawPlan.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { chosenDaysWords, drawDayTexts, drawWeekdays, earlyDrawWords, readEarlyAmount, typedDrawDays } from '../../../server/domain/repayment/drawDayWords.ts';
import { FieldBox, FieldError, FieldRow, Hint } from '../../forms/fieldLayout.ts';
import { PlainSelect } from '../../forms/PlainSelect.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { useOwnerNote } from '../../forms/StaffNote.tsx';
import { Card } from '../../layout/Card.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { drawPlanQuery } from '../queries.ts';
import { type ChosenDrawDays, useSavingDrawDays } from './useDrawPlan.ts';

const Line = styled.p`
  margin: 0 0 0.75rem;
  max-width: 45rem;
  text-wrap: pretty;
`;

const Quiet = styled(Line)`
  color: ${({ theme }) => theme.colors.secondary60};
`;

const Save = styled.div`
  align-items: center;
  display: flex;
  flex-wrap: wrap;
  gap: 0.75rem;
  margin: 1rem 0;

  .bd-button {
    margin: 0;
    width: auto;
  }

  p {
    margin: 0;
  }
`;

/** The days of repayments: the owner's choice within the terms, and the arrangements of single draws. */
export function DrawDays() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(drawPlanQuery(useApi(), receiver.token));
  return (
    <Card title={drawDayTexts.heading}>
      {data ? (
        <Shown plan={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading when we draw" lines={5} />
      )}
    </Card>
  );
}

function Shown({ plan: { preference, arrangements } }: { plan: DrawPlanAnswer }) {
  const { receiver } = useReceiver();
  const note = useOwnerNote();
  const early = earlyDrawWords(preference);
  return (
    <>
      <Quiet>{drawDayTexts.lead}</Quiet>
      {early !== null && <Line role="status">{early}</Line>}
      {receiver.abilities.includes('pay_now') ? (
        <Form saved={preference} />
      ) : (
        <>
          {chosenDaysWords(preference).map((sentence) => (
            <Line key={sentence}>{sentence}</Line>
          ))}
          <Quiet>{note}</Quiet>
        </>
      )}
      {arrangements.length > 0 && (
        <>
          <strong>{drawDayTexts.arranged}</strong>
          <ul aria-label={drawDayTexts.arranged}>
            {arrangements.map(({ due_date, says }) => (
              <li key={due_date}>{says}</li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Form({ saved }: { saved: ChosenDrawDays }) {
  const form = useRef<HTMLFormElement>(null);
  const hintId = useId();
  const { typed, type, discard } = useTypedOver(typedDrawDays(saved));
  const [isSaved, setIsSaved] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const saving = useSavingDrawDays();

  async function save(event: FormEvent) {
    event.preventDefault();
    const amount = readEarlyAmount(typed.amount);
    setProblem(amount.problem);
    setIsSaved(false);
    if (amount.problem !== null) return focusFirstProblem(form.current);
    if (saving.isBusy) return;
    const outcome = await saving.run({ weekday: typed.day === '' ? null : Number(typed.day), early_from_cents: amount.amount_cents });
    if (outcome.ok) discard();
    setIsSaved(outcome.ok);
  }
  const change = (changes: Partial<typeof typed>) => {
    type(changes);
    setIsSaved(false);
    setProblem(null);
  };
  return (
    <form ref={form} noValidate onSubmit={(event) => void save(event)}>
      <FieldRow $columns="12rem 1fr">
        <PlainSelect label={drawDayTexts.weekday} options={drawWeekdays} value={typed.day} onChoose={(day) => change({ day })} />
        <FieldBox>
          <Input
            label={drawDayTexts.early}
            inputMode="decimal"
            autoComplete="off"
            maxLength={typedLengths.dollars}
            iconLeft={<span aria-hidden="true">$</span>}
            value={typed.amount}
            aria-invalid={problem !== null}
            aria-describedby={hintId}
            onChange={({ target }) => change({ amount: target.value })}
          />
          {problem === null ? <Hint id={hintId}>{drawDayTexts.earlyHint}</Hint> : <FieldError id={hintId}>{problem}</FieldError>}
        </FieldBox>
      </FieldRow>
      <Save>
        <Button type="submit" variant="secondary" isLoading={saving.isBusy}>
          {drawDayTexts.save}
        </Button>
        <p role="status">{isSaved && drawDayTexts.saved}</p>
      </Save>
      <Problem problem={saving.problem} />
    </form>
  );
}
