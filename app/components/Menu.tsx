import { Link } from '@remix-run/react';
import { NavMenu } from '@shopify/app-bridge-react';
import type { Action } from '../../server/domain/access/access.ts';

/** The entries after home, each with what the reader has to be able to do; null for everybody. */
const entries: readonly { name: string; ability: Action | null }[] = [
  { name: 'Transactions', ability: null },
  { name: 'Payments', ability: 'view_account' },
  { name: 'Cards', ability: null },
  { name: 'Insights', ability: 'view_account' },
  { name: 'Reports', ability: 'download_reports' },
  { name: 'Settings', ability: null },
];

/** The app's entries in the menu of the store's admin, as far as the reader may open them; all where that is not known. */
export function Menu({ abilities }: { abilities: readonly string[] | null }) {
  return (
    <NavMenu>
      <Link to="/shopify" rel="home">
        Home
      </Link>
      {entries.map(
        ({ name, ability }) =>
          (abilities === null || ability === null || abilities.includes(ability)) && (
            <Link key={name} to={`/shopify/${name.toLowerCase()}`}>
              {name}
            </Link>
          ),
      )}
    </NavMenu>
  );
}
