import { pageDescription } from './page.ts';

/** Server time minus browser time. They may differ: a browser's clock may be wrong, and a demonstration moves time on. */
const serverAheadMs = Date.parse(pageDescription(document).now) - Date.now();

/** Returns the present instant by the server's clock, as read when the page was opened. */
export const present = (): Date => new Date(Date.now() + serverAheadMs);
