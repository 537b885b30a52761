import styled from 'styled-components';
import { cardMonthTexts } from '../../../server/domain/reports/cardMonths.ts';
import { reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import { Card } from '../../layout/Card.tsx';
import { Page } from '../../layout/Page.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { AccountingReport } from './AccountingReport.tsx';
import { CardMonths } from './CardMonths.tsx';
import { RangeReports } from './RangeReports.tsx';
import { StatementsReport } from './StatementsReport.tsx';

const Columns = styled.div`
  align-items: start;
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  }
`;

const Column = styled.div`
  display: grid;
  gap: 1rem;
  min-width: 0;
`;

/** All downloads on one page. */
export function Reports() {
  const { receiver } = useReceiver();
  return (
    <Page title="Reports">
      <Columns>
        <Column>
          <Card title="Reports of a range">
            <RangeReports />
          </Card>
          <Card title={reportTitles.accounting}>
            <AccountingReport />
          </Card>
        </Column>
        <Column>
          {receiver.see_statements && (
            <Card title={reportTitles.statements}>
              <StatementsReport />
            </Card>
          )}
          {receiver.lithic_card_token !== null && (
            <Card title={cardMonthTexts.title}>
              <CardMonths />
            </Card>
          )}
        </Column>
      </Columns>
    </Page>
  );
}
