import { pageDescription } from './page.ts';

/** What the browser's clock is short of the server's. They need not agree: a clock may be wrong, and a demonstration moves time on. */
const short_ms = Date.parse(pageDescription(document).now) - Date.now();

/** The present instant, by the server's clock as it was when the page was opened. */
export const present = (): Date => new Date(Date.now() + short_ms);
