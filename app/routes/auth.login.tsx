import { BlockStack, Card, Layout, Page, Text } from '@shopify/polaris';
import { appName } from '../pageTitle.ts';

/** Tells a visitor from outside a store's admin to open the app there. The app has no sign-in of its own. */
export default function OpenInStore() {
  return (
    <Page title={appName}>
      <Layout>
        <Layout.Section>
          <Card>
            <BlockStack gap="200">
              <Text as="h2" variant="headingMd">
                Open this from your store
              </Text>
              <Text as="p">Your card and your spending power are shown inside your store’s admin. Open the app there, under Apps.</Text>
            </BlockStack>
          </Card>
        </Layout.Section>
      </Layout>
    </Page>
  );
}
