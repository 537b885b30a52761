import { readConfig } from '../../server/config.ts';
import { createLog } from '../../server/log.ts';
import { startDecisions } from '../../server/start/decide.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import { startProduct } from '../../server/start/product.ts';

// Runs one role of the product in a separate process, without frontends.

const config = readConfig(process.env);
const lifecycle = createLifecycle();
lifecycle.stopOnSignals(createLog(config.logLevel));
if (config.role === 'decide') await startDecisions(config, lifecycle);
else await startProduct(config, lifecycle, { frontends: 'none' });
process.send?.('ready');
