import type { LoaderFunctionArgs } from '@remix-run/node';
import { Links, Meta, Outlet, Scripts, type ShouldRevalidateFunction, useLoaderData } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import { PolarisLink } from './components/PolarisLink.tsx';
import './forcedColors.css';
import './forms/problems.css';
import { earlyNavigation } from './earlyNavigation.ts';
import { useNonce } from './nonce.ts';
import { appName, pageTitle } from './pageTitle.ts';
import { useHydrated } from './useHydrated.ts';

export const links = () => [{ rel: 'stylesheet', href: polarisStyles }];
export const meta = pageTitle(appName);

const appBridge = 'https://cdn.shopify.com/shopifycloud/app-bridge.js';

export const loader = ({ context: { shopify } }: LoaderFunctionArgs) => ({
  apiKey: shopify.apiKey,
  appBridgeUrl: shopify.appBridgeUrl ?? appBridge,
  fontUrl: shopify.fontUrl,
});

/** Never reloads the root's data: none of it changes while the app is open. */
export const shouldRevalidate: ShouldRevalidateFunction = () => false;

export default function Root() {
  const nonce = useNonce();
  const isHydrated = useHydrated();
  const { apiKey, appBridgeUrl, fontUrl } = useLoaderData<typeof loader>();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Shopify requires this script first in the head of every page. It works in frames for which the browser keeps no storage. */}
        <script data-api-key={apiKey} src={appBridgeUrl} />
        {/* Browsers hide its nonce from React. */}
        <script nonce={nonce} suppressHydrationWarning>
          {earlyNavigation}
        </script>
        <Meta />
        {/* The admin's own typeface, which its frame does not hand on. */}
        <link rel="preconnect" href={new URL(fontUrl).origin} />
        <link rel="stylesheet" href={fontUrl} />
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
