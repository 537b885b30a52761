import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { BlockStack, Button, Card, Text } from '@shopify/polaris';
import { unknownPageTexts } from '../../server/domain/access/unknownPage.ts';
import { AppPage } from '../components/AppPage.tsx';
import { merchantOf } from '../merchant.server.ts';
import { pageTitle } from '../pageTitle.ts';

export const meta = pageTitle(unknownPageTexts.heading);

export async function loader(visit: LoaderFunctionArgs) {
  await merchantOf(visit);
  return data(null, { status: 404 });
}

/** The page of an address that the app does not have. */
export default function UnknownPage() {
  return (
    <AppPage title={unknownPageTexts.heading}>
      <Card>
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">{unknownPageTexts.text}</Text>
          <Button url="/shopify">Go to home</Button>
        </BlockStack>
      </Card>
    </AppPage>
  );
}
