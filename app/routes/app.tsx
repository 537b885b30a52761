import type { LoaderFunctionArgs } from '@remix-run/node';
import { Outlet, useLoaderData, useLocation, useNavigationType } from '@remix-run/react';
import { useKeptFocus } from '../../server/browser/focus.ts';
import { useTopOfPage } from '../../server/browser/useTopOfPage.ts';
import { AdminNavigation } from '../components/AdminNavigation.tsx';
import { Menu } from '../components/Menu.tsx';
import { ProblemPage } from '../components/ProblemPage.tsx';
import { UnsavedForms } from '../components/UnsavedForms.tsx';
import { merchantOf } from '../merchant.server.ts';

/** Signs the merchant in for every page. */
export async function loader(visit: LoaderFunctionArgs) {
  const merchant = await merchantOf(visit);
  const { may_see, owner_needed: ownerNeeded, setup_needs: setupNeeds } = merchant.visitor;
  const { abilities } = may_see === 'everything' ? await merchant.receiver() : { abilities: null };
  const supportEmail = visit.context.page.program.support_email;
  return { shop: merchant.shop, siteUrl: visit.context.siteUrl, ownerNeeded, setupNeeds, abilities, supportEmail };
}

/** The frame of every page inside the store's admin. */
export default function EmbeddedApp() {
  const { abilities } = useLoaderData<typeof loader>();
  useKeptFocus();
  useTopOfPage(useLocation(), useNavigationType());
  return (
    <>
      <Menu abilities={abilities} />
      <AdminNavigation />
      <main>
        <UnsavedForms>
          <Outlet />
        </UnsavedForms>
      </main>
    </>
  );
}

export function ErrorBoundary() {
  return (
    <>
      <Menu abilities={null} />
      <AdminNavigation />
      <ProblemPage />
    </>
  );
}
