import './liveInTestTime.ts';
import { readConfig } from '../../server/config.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';

/** Runs the product's worker as a process of its own, in the time of the test that starts it. */
const aheadMs = Number(process.env.AHEAD_MS);
await startProduct(readConfig(process.env), createLifecycle(), { frontends: 'none', clock: () => new Date(Date.now() + aheadMs) });
process.send?.('ready');
process.on('disconnect', () => process.exit());
