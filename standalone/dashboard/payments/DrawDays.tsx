import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import styled from 'styled-components';
import { useTypedOver } from '../../../server/browser/forms/useTypedOver.ts';
import type { DrawPlanAnswer } from '../../../server/contract/drawPlan.ts';
import { chosenDaysWords, drawDayTexts, drawWeekdays, typedDrawDays } from '../../../server/domain/repayment/drawDayWords.ts';
import { FieldRow } from '../../forms/fieldLayout.ts';
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
  return (
    <>
      <Quiet>{drawDayTexts.lead}</Quiet>
      {receiver.abilities.includes('pay_now') ? (
        <Form saved={preference} />
      ) : (
        <>
          <Line>{chosenDaysWords(preference)}</Line>
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
  const { typed, type, discard } = useTypedOver(typedDrawDays(saved));
  const [isSaved, setIsSaved] = useState(false);
  const saving = useSavingDrawDays();

  async function save(event: FormEvent) {
    event.preventDefault();
    setIsSaved(false);
    if (saving.isBusy) return;
    const outcome = await saving.run({ weekday: typed.day === '' ? null : Number(typed.day) });
    if (outcome.ok) discard();
    setIsSaved(outcome.ok);
  }
  const choose = (day: string) => {
    type({ day });
    setIsSaved(false);
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <FieldRow $columns="12rem 1fr">
        <PlainSelect label={drawDayTexts.weekday} options={drawWeekdays} value={typed.day} onChoose={choose} />
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
