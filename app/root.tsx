import { Links, Meta, Outlet, Scripts, ScrollRestoration } from '@remix-run/react';
import { AppProvider } from '@shopify/polaris';
import polarisStyles from '@shopify/polaris/build/esm/styles.css?url';
import translations from '@shopify/polaris/locales/en.json';
import { useNonce } from './nonce.ts';

export const links = () => [{ rel: 'stylesheet', href: polarisStyles }];
export const meta = () => [{ title: 'Spending power' }];

export default function Root() {
  const nonce = useNonce();
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
      </head>
      <body>
        <AppProvider i18n={translations}>
          <Outlet />
        </AppProvider>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}
