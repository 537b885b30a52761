import { Button } from '@bigcommerce/big-design';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { CardMonthAnswer, getCardMonths } from '../../../server/contract/reports.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { formatMonth, lastTwelveMonths, type Month, monthOf, readMonth } from '../../../server/domain/basics/periods.ts';
import { cardInWords } from '../../../server/domain/card/namedCard.ts';
import { type CardMonthGroup, cardMonthGroups, cardMonthTexts } from '../../../server/domain/reports/cardMonths.ts';
import { PlainSelect } from '../../forms/PlainSelect.tsx';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { ColumnHeads } from '../../layout/ColumnHeads.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { SumTable } from '../../layout/SumTable.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { Choice, Choices } from '../Choices.tsx';
import { useDownloads } from '../downloads/downloads.ts';
import { useViewDate } from '../today.ts';
import { cardMonthDownload } from './reportDownloads.ts';
import { Explanation } from './reportStyles.ts';

const Grid = styled(SumTable)`
  margin: 1rem 0;

  th,
  td {
    padding: 0.625rem 0.5rem;
  }

  th:first-child,
  td:first-child {
    min-width: 7.5rem;
    overflow-wrap: break-word;
    text-align: left;
  }

  /* A phone, and the narrower of two columns, have no room for four with names in whole words: the figures of a row stand below its name. */
  @media (max-width: 599px), (min-width: 1100px) and (max-width: 1349px) {
    &,
    tbody,
    tfoot {
      display: block;
    }

    thead {
      clip-path: inset(50%);
      height: 1px;
      overflow: hidden;
      position: absolute;
      width: 1px;
    }

    tbody tr,
    tfoot tr {
      border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
      display: block;
      padding: 0.625rem 0;
    }

    tbody tr:first-child {
      border-top: 0;
    }

    tbody tr > *,
    tfoot tr > * {
      border-top: 0;
      display: flex;
      flex-wrap: wrap;
      gap: 0 1rem;
      justify-content: space-between;
      padding: 0.0625rem 0;
    }

    th[scope='row'] {
      font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    }

    td::before {
      color: ${({ theme }) => theme.colors.secondary60};
      content: attr(data-label);
      font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    }
  }
`;

/** Purchases and refunds of a month by card or by person, and the file of them. */
export function CardMonths() {
  const { receiver } = useReceiver();
  const { token } = receiver;
  const api = useApi();
  const downloads = useDownloads();
  const { shown_now } = useViewDate();
  const [by, setBy] = useState<CardMonthGroup>('card');
  const [month, setMonth] = useState<Month>(() => monthOf(shown_now));
  const { data, error, refetch } = useQuery({
    queryKey: ['dashboard', token, 'card-months', by, month],
    queryFn: ({ signal }) => api.call<typeof getCardMonths>('GET /api/users/:token/card_months', { params: { token }, query: { by, month }, signal }),
  });
  return (
    <>
      <Choices label="Cards or people">
        {cardMonthGroups.map((one) => (
          <Choice key={one} isChosen={one === by} onChoose={() => setBy(one)}>
            {cardMonthTexts.groups[one]}
          </Choice>
        ))}
      </Choices>
      <PlainSelect
        label="Month"
        options={lastTwelveMonths(shown_now).map((one) => ({ value: one, label: formatMonth(one) }))}
        value={month}
        onChoose={(chosen) => setMonth(readMonth(chosen))}
      />
      {data ? (
        <Sums answer={data} />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label="Loading the month" lines={4} />
      )}
      <ButtonRow>
        <Button variant="secondary" disabled={!data?.rows.length} onClick={() => downloads.start(cardMonthDownload(receiver, { by, month }))}>
          Download CSV
        </Button>
      </ButtonRow>
    </>
  );
}

function Sums({ answer: { by, rows, total } }: { answer: CardMonthAnswer }) {
  if (rows.length === 0) return <Explanation role="status">{cardMonthTexts.nothing}</Explanation>;
  const headings = cardMonthTexts.headings[by];
  return (
    <Grid aria-label={cardMonthTexts.groups[by]}>
      <thead>
        <tr>
          <ColumnHeads headings={headings} />
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, last_four, ...sum }) => (
          <SumLine key={key} headings={headings} name={last_four === null ? name : cardInWords({ name, last_four })} sum={sum} />
        ))}
      </tbody>
      <tfoot>
        <SumLine headings={headings} name="Total" sum={total} />
      </tfoot>
    </Grid>
  );
}

interface SumLineProps {
  headings: (typeof cardMonthTexts.headings)[CardMonthGroup];
  name: string;
  sum: CardMonthAnswer['total'];
}

function SumLine({ headings: [, purchases, refunds, transactions], name, sum: { purchases_cents, refunds_cents, count } }: SumLineProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td data-label={purchases}>{formatUsd(cents(purchases_cents))}</td>
      <td data-label={refunds}>{formatUsd(cents(refunds_cents))}</td>
      <td data-label={transactions}>{count}</td>
    </tr>
  );
}
