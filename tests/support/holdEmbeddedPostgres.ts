import { startEmbeddedPostgres } from '../../server/db/embedded.ts';

/**
 * A process that does nothing but hold an embedded database, for tests that kill it: `node holdEmbeddedPostgres.ts
 * {data folder}`. Prints the address, and handles no signal.
 */
const { url } = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', log: { debug: () => {}, error: () => {} } });
console.log(url);
setInterval(() => {}, 60_000);
