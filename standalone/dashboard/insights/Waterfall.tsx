import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { limitTexts, limitTotals } from '../../../server/domain/spendingPower/limitTexts.ts';
import { type LimitReader, limitWords } from '../../../server/domain/spendingPower/limitWords.ts';
import { termWords } from '../../../server/domain/spendingPower/termWords.ts';
import { markColor } from '../../charts/Bar.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';

const Steps = styled.table`
  border-collapse: collapse;
  margin-top: 0.5rem;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    padding: 0.625rem 0;
    text-align: left;
    vertical-align: top;
  }

  tr:first-child > * {
    border-top: 0;
  }

  td {
    padding-left: 1rem;
    text-align: right;
    white-space: nowrap;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  thead {
    clip-path: inset(50%);
    position: absolute;
  }

  tfoot th,
  tfoot td {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

const Track = styled.div`
  height: 0.5rem;
  margin-top: 0.375rem;
  position: relative;
`;

/** Kinds of bars: kept, added, taken off, and put aside without being lost. */
type SpanKind = 'level' | 'up' | 'down' | 'aside';

const Span = styled.div.attrs({ 'data-color': true })<{ $kind: SpanKind }>`
  background: ${({ theme, $kind }) => ({ level: theme.colors.primary, up: theme.colors.success, down: markColor(theme, 'second'), aside: 'none' })[$kind]};
  ${({ theme, $kind }) => $kind === 'aside' && `border: 1px solid ${theme.colors.secondary40};`}
  box-sizing: border-box;
  border-radius: 2px;
  height: 100%;
  min-width: 2px;
  position: absolute;
`;

const Reasons = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
  padding-left: 1.25rem;

  li + li {
    margin-top: 0.25rem;
  }
`;

interface WaterfallProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
  /** Whether the card is still to come. */
  isEstimate: boolean;
  reader: LimitReader;
}

/** Shows step by step how sales led to the limit. */
export function Waterfall({ answer, isBeingRead, isEstimate, reader }: WaterfallProps) {
  const { terms, total_cents } = answer;
  if (total_cents === null) return <EmptyState heading="No limit yet">{limitWords[reader].noLimit}</EmptyState>;
  const largest = Math.max(1, ...terms.map(({ subtotal_cents }) => subtotal_cents));
  // A reason without a cost says that there are no sales, which is not known while the store is being read.
  const reasons = answer.reasons.filter(({ cost_cents }) => cost_cents > 0 || !isBeingRead);
  return (
    <>
      <Steps>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {terms.map((term) => (
            <tr key={term.key}>
              <th scope="row">
                {term.label}
                <Step term={term} largest={largest} />
              </th>
              <td>
                {formatUsd(cents(term.subtotal_cents))}
                <small>{termWords(term)}</small>
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {limitTotals({ ...answer, total_cents }, isEstimate).map(([name, amount]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{amount}</td>
            </tr>
          ))}
        </tfoot>
      </Steps>
      {reasons.length > 0 && (
        <Reasons aria-label={limitTexts.keepsDown}>
          {reasons.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </Reasons>
      )}
    </>
  );
}

type Term = SpendingPowerAnswer['terms'][number];

/** Draws one step to scale: the amount that it leaves, and beside it what it added, took off or put aside. */
function Step({ term: { operation, change_cents, subtotal_cents }, largest }: { term: Term; largest: number }) {
  const before = operation === 'start' ? subtotal_cents : subtotal_cents - change_cents;
  const percent = (amount: number) => `${(Math.max(0, amount) / largest) * 100}%`;
  const span = (kind: SpanKind, from: number, to: number) => <Span $kind={kind} style={{ left: percent(from), width: percent(to - from) }} />;
  if (operation === 'division')
    return (
      <Track aria-hidden="true">
        {partsOf(before, subtotal_cents).map(([from, to], place) => (
          <Span key={from} $kind={place === 0 ? 'level' : 'aside'} style={{ left: percent(from), width: `calc(${percent(to - from)} - 2px)` }} />
        ))}
      </Track>
    );
  return (
    <Track aria-hidden="true">
      {span('level', 0, Math.min(before, subtotal_cents))}
      {subtotal_cents < before && span(operation === 'share' ? 'aside' : 'down', subtotal_cents, before)}
      {subtotal_cents > before && span('up', before, subtotal_cents)}
    </Track>
  );
}

/** Returns the ends of the equal parts of a whole, the last one cut off at its end; the whole when a part is nothing. */
function partsOf(whole: number, part: number): readonly (readonly [number, number])[] {
  const count = part > 0 ? Math.ceil(whole / part - 0.01) : 1;
  return Array.from({ length: Math.max(1, count) }, (_, place) => [place * part, Math.min(whole, (place + 1) * part)] as const);
}
