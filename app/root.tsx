import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import { PolarisLink } from './components/PolarisLink.tsx';
import { useNonce } from './nonce.ts';
import { useIsAlive } from './useHydrated.ts';

export const links = () => [{ rel: 'stylesheet', href: polarisStyles }];
export const meta = () => [{ title: 'Spending power' }];

const appBridge = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';

export const loader = ({ context: { shopify } }: LoaderFunctionArgs) => ({ apiKey: shopify.apiKey, appBridgeUrl: shopify.appBridgeUrl ?? appBridge });

/** Nothing in it changes while the app is open. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function Root() {
  const nonce = useNonce();
  const isAlive = useIsAlive();
  const { apiKey, appBridgeUrl } = useLoaderData<typeof loader>();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Shopify wants it first in the head of every page. It needs no storage: where the browser keeps none for frames, all works. */}
        <script data-api-key={apiKey} src={appBridgeUrl} />
        <Meta />
        <Links />
      </head>
      {/* What is pressed before would be lost, and a link would load its page without the shop, which no admin shows. */}
      <body {...(!isAlive && { inert: '' })}>
        <AppProvider i18n={translations} linkComponent={PolarisLink}>
          <Outlet />
        </AppProvider>
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
