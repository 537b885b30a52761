import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { startDecisions } from '../../server/start/decide.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';
import type { Word } from './roles.ts';

// Runs one role of the product in a separate process that reports its memory.

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const config = readConfig(process.env);
const say = (word: Word) => process.send?.(word);

process.on('message', () => {
  collectGarbage();
  const { rss, heapUsed, external } = process.memoryUsage();
  say({ told: 'memory', rss_bytes: rss, kept_bytes: heapUsed + external });
});

const lifecycle = createLifecycle();
lifecycle.stopOnSignals(createLog(config.logLevel));
if (config.role === 'decide') await startDecisions(config, lifecycle);
else await startProduct(config, lifecycle, { frontends: config.role === 'web' ? 'built' : 'none' });
say({ told: 'ready' });
