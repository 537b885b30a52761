import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { Banner, BlockStack, Page } from '@shopify/polaris';
import { SetupGuide } from '../components/SetupGuide.tsx';
import { merchantOf } from '../merchant.server.ts';
import { appName } from '../pageTitle.ts';

/** Leads the owner home, who has every page. */
export async function loader(visit: LoaderFunctionArgs) {
  const { visitor } = await merchantOf(visit);
  if (visitor.owner_needed === null) throw redirect(`/shopify${new URL(visit.request.url).search}`);
  return { ownerNeeded: visitor.owner_needed, completion: visitor.completion };
}

/** The page of a member of the store's staff in place of those that the owner alone opens: who can help, and how far the set-up is. */
export default function StaffPage() {
  const { ownerNeeded, completion } = useLoaderData<typeof loader>();
  return (
    <Page title={appName}>
      <BlockStack gap="400">
        <Banner tone="info" title="This is for the owner of the store">
          <p>{ownerNeeded}</p>
        </Banner>
        {completion && <SetupGuide completion={completion} kybStatus={null} store_reading={null} />}
      </BlockStack>
    </Page>
  );
}
