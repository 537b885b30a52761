/** Decides whether another site frames this page. A framed page stays in its frame, and the sign-in page opens in another tab. */
export function isFramed(): boolean {
  return window.self !== window.top;
}

/** Decides whether a store's control panel frames this page: it names the app and the person, and signs them in and out. */
export function isInPanel(): boolean {
  return isFramed() && /^\/bigcommerce(\/|$)/.test(window.location.pathname);
}
