import { useLocation, useNavigate, useNavigation } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { useEffect } from 'react';
import { withShop } from '../shopAddress.ts';

/** Joins the app's router and the admin around it: pages chosen in the admin, the admin's loading bar, and addresses that can be loaded again. */
export function AdminNavigation() {
  usePagesOfTheAdmin();
  useLoadingBar();
  useLoadableAddress();
  return null;
}

/** Goes to a page that was chosen in the admin's menu. */
function usePagesOfTheAdmin(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const go = (event: Event) => {
      const href = event.target instanceof Element ? event.target.getAttribute('href') : null;
      const url = href === null ? null : new URL(href, window.location.origin);
      if (url === null || url.origin !== window.location.origin) return;
      // Otherwise the admin loads the address as a new document.
      event.preventDefault();
      navigate(`${url.pathname}${url.search}${url.hash}`);
    };
    document.addEventListener('shopify:navigate', go);
    return () => document.removeEventListener('shopify:navigate', go);
  }, [navigate]);
}

/** A move that takes longer than this shows the admin's loading bar; a bar on a shorter one would only flash. */
const loadingAfterMs = 200;

function useLoadingBar(): void {
  const shopify = useAppBridge();
  const isMoving = useNavigation().state !== 'idle';
  useEffect(() => {
    if (!isMoving) return undefined;
    const waiting = setTimeout(() => shopify.loading(true), loadingAfterMs);
    return () => {
      clearTimeout(waiting);
      shopify.loading(false);
    };
  }, [isMoving, shopify]);
}

/** Keeps the shop in the frame's address, which a link of the app leaves out: no admin may frame a page that names no shop, so that a reload would be refused. */
function useLoadableAddress(): void {
  const { pathname, search, hash } = useLocation();
  const shopify = useAppBridge();
  useEffect(() => {
    const { shop, host } = shopify.config;
    const address = withShop(`${window.location.origin}${pathname}${search}${hash}`, { shop, host });
    if (address !== window.location.href) window.history.replaceState(window.history.state, '', address);
  }, [pathname, search, hash, shopify]);
}
