import { Link } from '@remix-run/react';
import { NavMenu } from '@shopify/app-bridge-react';

/** The app's entries in the menu of the store's admin. */
export function Menu() {
  return (
    <NavMenu>
      <Link to="/shopify" rel="home">
        Home
      </Link>
      <Link to="/shopify/transactions">Transactions</Link>
      <Link to="/shopify/payments">Payments</Link>
      <Link to="/shopify/cards">Cards</Link>
      <Link to="/shopify/insights">Insights</Link>
      <Link to="/shopify/reports">Reports</Link>
      <Link to="/shopify/settings">Settings</Link>
    </NavMenu>
  );
}
