import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { BlockStack, Card, InlineStack, Page, Select, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { getReceiver } from '../../server/contract/receiver.ts';
import type { getStatements } from '../../server/contract/reports.ts';
import { rangePresets } from '../../server/domain/reports/reportRanges.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { merchantOf } from '../merchant.server.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { statements } = await merchant.ask<typeof getStatements>('GET /api/users/:token/statements', { params: { token: receiver.token } });
  return { statements, hasCard: receiver.lithic_card_token !== null, hasBank: receiver.plaid_access_token !== null };
}

const presets = Object.entries(rangePresets).map(([value, label]) => ({ value, label }));

/** The reports page: files of a range, and the statement of each month. */
export default function Reports() {
  const { statements, hasCard, hasBank } = useLoaderData<typeof loader>();
  const [preset, setPreset] = useState('last_12_months');
  return (
    <Page title="Reports" backAction={{ content: 'Home', url: '/shopify' }}>
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            <Text as="h2" variant="headingMd">
              Files
            </Text>
            <Select label="Range" options={presets} value={preset} onChange={setPreset} />
            <InlineStack gap="200">
              {hasCard && <DownloadButton query={{ report: 'card', preset }}>Card transactions</DownloadButton>}
              {hasBank && <DownloadButton query={{ report: 'repayments', preset }}>Repayments</DownloadButton>}
              <DownloadButton query={{ report: 'receivables', preset }}>Receivables</DownloadButton>
            </InlineStack>
            <InlineStack>
              <FullSiteButton variant="plain">Files for accounting software are on the full site</FullSiteButton>
            </InlineStack>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Statements
            </Text>
            {statements.length === 0 && <Text as="p">The first statement comes when a month is over.</Text>}
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
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
