import styled from 'styled-components';
import { Card } from '../../layout/Card.tsx';
import { Page } from '../../layout/Page.tsx';
import { reportForms } from './reportForms.tsx';
import { Explanation } from './reportStyles.ts';
import { type ReportName, reportTitles } from './reportTitles.ts';

const Columns = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 1fr 1fr;
  }
`;

const Column = styled.div`
  display: grid;
  gap: 1rem;
  min-width: 0;
`;

/** Ranges beside each other, with what takes more room in the other column. */
const columns: readonly (readonly ReportName[])[] = [
  ['card', 'repayments', 'receivables'],
  ['accounting', 'statements'],
];

/** All downloads on one page. */
export function Reports() {
  return (
    <Page title="Reports">
      <Columns>
        {columns.map((names) => (
          <Column key={names[0]}>
            {names.map((name) => (
              <Card key={name} title={reportTitles[name]}>
                <Explanation>{reportForms[name].explanation}</Explanation>
                {reportForms[name].form()}
              </Card>
            ))}
          </Column>
        ))}
      </Columns>
    </Page>
  );
}
