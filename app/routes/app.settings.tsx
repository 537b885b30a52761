import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useFetcher, useLoaderData } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Banner, BlockStack, Button, Card, Checkbox, InlineStack, Page, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { getReceiver, patchUser } from '../../server/contract/receiver.ts';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { merchantOf } from '../merchant.server.ts';

export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { fund_withdraw_email, gets_monday_email } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  return { preferences: { fund_withdraw_email, gets_monday_email } };
}

export async function action(visit: ActionFunctionArgs) {
  const form = await visit.request.formData();
  const merchant = await merchantOf(visit);
  const { token } = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const body = { fund_withdraw_email: form.get('fund_withdraw_email') === 'true', gets_monday_email: form.get('gets_monday_email') === 'true' };
  const saved = await merchant.attempt<typeof patchUser>('PATCH /api/users/:token', { params: { token }, body });
  return saved.ok ? { isSaved: true, problem: null } : { isSaved: false, problem: saved.problem.detail };
}

/** Which mails are wanted, and how to leave. */
export default function Settings() {
  const { preferences } = useLoaderData<typeof loader>();
  const fetcher = useFetcher<typeof action>();
  const shopify = useAppBridge();
  const [chosen, setChosen] = useState(preferences);
  const isSaved = fetcher.state === 'idle' && fetcher.data?.isSaved === true;
  useEffect(() => {
    if (isSaved) shopify.toast.show('Saved');
  }, [isSaved, shopify]);
  const isChanged = chosen.fund_withdraw_email !== preferences.fund_withdraw_email || chosen.gets_monday_email !== preferences.gets_monday_email;
  const save = () =>
    fetcher.submit({ fund_withdraw_email: String(chosen.fund_withdraw_email), gets_monday_email: String(chosen.gets_monday_email) }, { method: 'post' });
  return (
    <Page title="Settings" backAction={{ content: 'Home', url: '/shopify' }}>
      <BlockStack gap="400">
        {fetcher.data?.problem && <Banner tone="critical">{fetcher.data.problem}</Banner>}
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              E-mails
            </Text>
            <Checkbox
              label="Before money is drawn from your bank"
              checked={chosen.fund_withdraw_email}
              onChange={(fund_withdraw_email) => setChosen({ ...chosen, fund_withdraw_email })}
            />
            <Checkbox
              label="A summary every Monday"
              checked={chosen.gets_monday_email}
              onChange={(gets_monday_email) => setChosen({ ...chosen, gets_monday_email })}
            />
            <InlineStack>
              <Button variant="primary" disabled={!isChanged} loading={fetcher.state !== 'idle'} onClick={save}>
                Save
              </Button>
            </InlineStack>
          </BlockStack>
        </Card>
        <Card>
          <BlockStack gap="300">
            <Text as="h2" variant="headingMd">
              Disconnect
            </Text>
            <Text as="p">
              Uninstall the app under Apps in your store’s settings. What it sees of your store ends at once; your card, what you owe and your history stay as
              they are, and are here again when you install it again.
            </Text>
            <InlineStack>
              <FullSiteButton>Open the full site</FullSiteButton>
            </InlineStack>
          </BlockStack>
        </Card>
      </BlockStack>
    </Page>
  );
}
