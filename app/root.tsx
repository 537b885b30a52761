import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import { PolarisLink } from './components/PolarisLink.tsx';
import { useNonce } from './nonce.ts';
import { useHydrated } from './useHydrated.ts';

export const links = () => [{ rel: 'stylesheet', href: polarisStyles }];
export const meta = () => [{ title: 'Spending power' }];

const appBridge = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';

export const loader = ({ context: { shopify } }: LoaderFunctionArgs) => ({ apiKey: shopify.apiKey, appBridgeUrl: shopify.appBridgeUrl ?? appBridge });

/** Never reloads the root's data: none of it changes while the app is open. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function Root() {
  const nonce = useNonce();
  const isHydrated = useHydrated();
  const { apiKey, appBridgeUrl } = useLoaderData<typeof loader>();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Shopify requires this script first in the head of every page. It works in frames for which the browser keeps no storage. */}
        <script data-api-key={apiKey} src={appBridgeUrl} />
        <Meta />
        <Links />
      </head>
      {/* Inert until hydrated: a click would be lost, and a link would load its page without the shop, which no admin may frame. */}
      <body {...(!isHydrated && { inert: '' })}>
        <AppProvider i18n={translations} linkComponent={PolarisLink}>
          <Outlet />
        </AppProvider>
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
