import { Input } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import styled from 'styled-components';
import type { LimitLeversAnswer } from '../../../server/contract/spendingPower.ts';
import { typedLengths } from '../../../server/domain/forms/typedLengths.ts';
import { imaginedSalesWords, readTypedSales, typedFrom } from '../../../server/domain/spendingPower/imaginedSales.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { FieldBox, FieldError, Fields } from '../../forms/fieldLayout.ts';
import { Card } from '../../layout/Card.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { limitWhatIfQuery } from './insightsQueries.ts';

const Intro = styled.p`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0 0 1rem;
  text-wrap: pretty;
`;

const Answer = styled.div`
  margin-top: 1rem;
  min-height: 4.5rem;

  p {
    margin: 0;
    text-wrap: pretty;
  }
`;

/** A form for other sales, and the limit that they would make. It asks and changes nothing. */
export function WhatIf({ answer }: { answer: LimitLeversAnswer }) {
  const [typed, setTyped] = useState(() => typedFrom(answer));
  const { imagined, problems } = readTypedSales(typed, answer);
  return (
    <Card title={limitTexts.whatIf}>
      <Intro>{limitTexts.imagine}</Intro>
      <Fields>
        <Typed
          label={limitTexts.imagined.monthly}
          sign="$"
          value={typed.monthly}
          problem={problems.monthly}
          onType={(monthly) => setTyped({ ...typed, monthly })}
        />
        <Typed
          label={limitTexts.imagined.returned}
          sign="%"
          value={typed.returned}
          problem={problems.returned}
          onType={(returned) => setTyped({ ...typed, returned })}
        />
        <Typed
          label={limitTexts.imagined.secondStore}
          sign="$"
          value={typed.secondStore}
          problem={problems.secondStore}
          onType={(secondStore) => setTyped({ ...typed, secondStore })}
        />
      </Fields>
      <Answer aria-live="polite">{imagined !== null && <Limit {...imagined} />}</Answer>
    </Card>
  );
}

function Limit({ said, query }: NonNullable<ReturnType<typeof readTypedSales>['imagined']>): ReactNode {
  const { receiver } = useReceiver();
  const { data, error } = useQuery({ ...limitWhatIfQuery(useApi(), receiver.token, query), staleTime: 0, gcTime: 0 });
  if (error) return <p>{error.message}</p>;
  if (!data) return <Skeleton label="Working out the limit" lines={2} />;
  return (
    <>
      <p>{imaginedSalesWords({ ...data, said })}</p>
      {data.ceiling !== null && <p>{data.ceiling}</p>}
    </>
  );
}

interface TypedProps {
  label: string;
  sign: string;
  value: string;
  problem: string | undefined;
  onType: (typed: string) => void;
}

function Typed({ label, sign, value, problem, onType }: TypedProps) {
  const id = useId();
  const mark = <span aria-hidden="true">{sign}</span>;
  return (
    <FieldBox>
      <Input
        label={label}
        inputMode="decimal"
        autoComplete="off"
        maxLength={typedLengths.dollars}
        {...(sign === '$' ? { iconLeft: mark } : { iconRight: mark })}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        onChange={({ target }) => onType(target.value)}
      />
      {problem !== undefined && <FieldError id={id}>{problem}</FieldError>}
    </FieldBox>
  );
}
