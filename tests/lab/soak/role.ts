import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../../server/config.ts';
import { createLog } from '../../../server/log.ts';
import { startDecisions } from '../../../server/start/decide.ts';
import { createLifecycle } from '../../../server/start/lifecycle.ts';
import { startProduct } from '../../../server/start/product.ts';
import type { Memory } from './roles.ts';

// Runs one role of the product in a separate process that reports its memory.

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

process.on('message', () => {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  const memory: Memory = { rss_bytes: rss, kept_bytes: heapUsed + external };
  process.send?.(memory);
});

const config = readConfig(process.env);
const lifecycle = createLifecycle();
lifecycle.stopOnSignals(createLog(config.logLevel));
if (config.role === 'decide') await startDecisions(config, lifecycle);
else await startProduct(config, lifecycle, { frontends: config.role === 'web' ? 'built' : 'none' });
process.send?.('ready');
