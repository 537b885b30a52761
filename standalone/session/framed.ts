/** The page is part of another site's page: it stays in its frame, and the sign-in page opens beside it. */
export function isFramed(): boolean {
  return window.self !== window.top;
}
