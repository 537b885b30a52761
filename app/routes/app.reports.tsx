import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { getStatements } from '../../server/contract/reports.ts';
import { isoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { statementsExplanation } from '../../server/domain/reports/reportWords.ts';
import { emptyStatementsWords } from '../../server/domain/reports/statements.ts';
import { AppPage } from '../components/AppPage.tsx';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';
import { AccountingFiles } from '../reports/AccountingFiles.tsx';
import { CardMonths } from '../reports/CardMonths.tsx';
import { RangeReports } from '../reports/RangeReports.tsx';

export const meta = pageTitle('Reports');

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const { statements } = await merchant.ask<typeof getStatements>('GET /api/users/:token/statements', { params: { token: receiver.token } });
  const has = { card: receiver.lithic_card_token !== null, repayments: receiver.plaid_access_token !== null, receivables: receiver.isStoreConnected };
  const { now } = visit.context.page;
  const empty = emptyStatementsWords(new Date(receiver.created_at), new Date(now));
  return { statements, empty, seesStatements: receiver.see_statements, has, token: receiver.token, now, today: utcDate(new Date(now)) };
}

/** The reports page: files of a range, files for accounting software, a month by card and by person, and the statement of each month. */
export default function Reports() {
  const { statements, empty, seesStatements, has, token, now, today } = useLoaderData<typeof loader>();
  return (
    <AppPage title="Reports">
      <BlockStack gap="400">
        <RangeReports today={isoDate(today)} has={has} />
        <AccountingFiles token={token} today={isoDate(today)} />
        {has.card && <CardMonths token={token} now={now} />}
        {seesStatements && (
          <TitledCard title="Statements">
            <Text as="p" tone="subdued">
              {statementsExplanation}
            </Text>
            {empty !== null && (
              <Text as="p" tone="subdued">
                {empty}
              </Text>
            )}
            {statements.map(({ kind, month, label }) => (
              <InlineStack key={`${kind} ${month}`} align="space-between" blockAlign="center">
                <Text as="span">{label}</Text>
                <InlineStack gap="200">
                  {(['csv', 'pdf'] as const).map((format) => (
                    <DownloadButton key={format} query={{ report: 'statement', kind, month, format }} label={`${label}, ${format.toUpperCase()}`}>
                      {format.toUpperCase()}
                    </DownloadButton>
                  ))}
                </InlineStack>
              </InlineStack>
            ))}
          </TitledCard>
        )}
      </BlockStack>
    </AppPage>
  );
}
