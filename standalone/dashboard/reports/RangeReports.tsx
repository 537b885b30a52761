import { Button } from '@bigcommerce/big-design';
import styled from 'styled-components';
import { useRange } from '../../../server/browser/forms/useRange.ts';
import { periodOfDays, rangeProblem } from '../../../server/domain/reports/reportRanges.ts';
import { type ReportName, reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useDownloads } from '../downloads/downloads.ts';
import { useToday } from '../today.ts';
import { RangeFields } from './RangeFields.tsx';
import { rangeReports } from './rangeReports.ts';

const Rows = styled.ul`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    align-items: center;
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    display: grid;
    gap: 0.5rem 1.5rem;
    padding: 1rem 0;
  }

  @media (min-width: 600px) {
    li {
      grid-template-columns: 1fr auto;
    }
  }

  li:last-child {
    padding-bottom: 0;
  }

  h3 {
    font-size: ${({ theme }) => theme.typography.fontSize.medium};
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    margin: 0;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    margin: 0;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const names = Object.keys(rangeReports) as (keyof typeof rangeReports & ReportName)[];

/** One range of days, and the reports that can be downloaded for it. */
export function RangeReports() {
  const { receiver } = useReceiver();
  const downloads = useDownloads();
  const [range, setRange] = useRange(useToday());
  const period = rangeProblem(range) === null ? periodOfDays(range) : null;
  return (
    <>
      <RangeFields range={range} onChange={setRange} />
      <Rows>
        {names.map((name) => {
          const { explanation, missing, order } = rangeReports[name];
          const ready = period && order(receiver, period);
          return (
            <li key={name}>
              <div>
                <h3>{reportTitles[name]}</h3>
                <p>{period && !ready ? missing : explanation}</p>
              </div>
              <Button variant="secondary" disabled={!ready} aria-label={`Download CSV: ${reportTitles[name]}`} onClick={() => ready && downloads.start(ready)}>
                Download CSV
              </Button>
            </li>
          );
        })}
      </Rows>
    </>
  );
}
