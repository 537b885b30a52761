import { Outlet } from '@remix-run/react';

/** The frame of every page inside the store's admin. */
export default function EmbeddedApp() {
  return <Outlet />;
}
