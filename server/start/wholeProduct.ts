import type { Config } from '../config.ts';
import { describeAddresses } from './addresses.ts';
import { makeDemoData } from './demo/index.ts';
import type { Lifecycle } from './lifecycle.ts';
import { runOperatorCommand } from './operatorCommand.ts';
import { startProduct } from './product.ts';

/** Runs the operator command that `words` name and ends the process, or starts the parts of the product that the role names. */
export async function runWholeProduct(config: Config, lifecycle: Lifecycle, words: readonly string[]): Promise<void> {
  const exitCode = await runOperatorCommand(config, lifecycle, words);
  if (exitCode !== undefined) {
    await lifecycle.stop();
    process.exit(exitCode);
  }
  const product = await startProduct(config, lifecycle, { frontends: words.includes('--dev') ? 'development' : 'built' });
  if (config.role === 'all' || config.role === 'web') product.deps.files.startFirst();
  if (product.sandboxUrl !== undefined) lifecycle.started('demo data', await makeDemoData(product.deps, product.notices));
  console.log(describeAddresses(product));
}
