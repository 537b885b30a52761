/** Decides whether another site frames this page. A framed page stays in its frame, and the sign-in page opens in another tab. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
