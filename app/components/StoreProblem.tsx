import { useRevalidator } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Banner } from '@shopify/polaris';
import { useState } from 'react';
import { type DeniedError, isDenied, type StoreError } from '../../server/domain/store/storeErrors.ts';
import { platformName, storeErrorInWords } from '../../server/domain/store/storeTexts.ts';

/** The scopes that each part of a store takes. */
const scopes: Readonly<Record<DeniedError, readonly string[]>> = {
  access_denied: ['read_orders'],
  payouts_denied: ['read_shopify_payments_accounts', 'read_shopify_payments_payouts'],
  disputes_denied: ['read_shopify_payments_accounts', 'read_shopify_payments_disputes'],
  account_denied: ['read_shopify_payments_accounts', 'read_shopify_payments_payouts', 'read_shopify_payments_disputes'],
};

/** Says why the store could not be read, and what helps, with the button that asks for what is not allowed. It stays until the store is read again. */
export function StoreProblem({ error, platform }: { error: StoreError; platform: string }) {
  const shopify = useAppBridge();
  const { revalidate } = useRevalidator();
  const [isAsking, setIsAsking] = useState(false);
  const isOurs = platform === 'SHOPIFY';
  const { text, remedy } = storeErrorInWords(error, platformName(platform), { isInAdmin: isOurs });

  async function allow(wanted: readonly string[]) {
    setIsAsking(true);
    // A question that the admin could not ask was not answered either: the button asks again.
    await shopify.scopes.request([...wanted]).catch(() => null);
    setIsAsking(false);
    revalidate();
  }

  const action = isOurs && isDenied(error) ? { content: 'Allow it', loading: isAsking, onAction: () => void allow(scopes[error]) } : undefined;
  return (
    <Banner tone="warning" title={text} {...(action && { action })}>
      <p>{remedy}</p>
    </Banner>
  );
}
