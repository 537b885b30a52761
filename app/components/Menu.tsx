import { Link } from '@remix-run/react';
import { NavMenu } from '@shopify/app-bridge-react';

const entries = [
  { name: 'Transactions', ability: 'view_cards' },
  { name: 'Payments', ability: 'view_account' },
  { name: 'Cards', ability: 'view_cards' },
  { name: 'Insights', ability: 'view_account' },
  { name: 'Reports', ability: 'download_reports' },
  { name: 'Settings', ability: 'view_account' },
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
          (abilities?.includes(ability) ?? true) && (
            <Link key={name} to={`/shopify/${name.toLowerCase()}`}>
              {name}
            </Link>
          ),
      )}
    </NavMenu>
  );
}
