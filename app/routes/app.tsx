import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet } from '@remix-run/react';
import { AdminNavigation } from '../components/AdminNavigation.tsx';
import { Menu } from '../components/Menu.tsx';
import { ProblemPage } from '../components/ProblemPage.tsx';
import { merchantOf } from '../merchant.server.ts';

/** Signs the merchant in for every page. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  return { shop: merchant.shop, siteUrl: visit.context.siteUrl, ownerNeeded: merchant.visitor.owner_needed };
}

/** The frame of every page inside the store's admin. */
export default function EmbeddedApp() {
  return (
    <>
      <Menu />
      <AdminNavigation />
      <main>
        <Outlet />
      </main>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <Menu />
      <AdminNavigation />
      <ProblemPage />
    </>
  );
}
