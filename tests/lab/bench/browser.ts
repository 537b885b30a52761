import { type Browser, chromium } from 'playwright';
import { publishPorts } from '../../frontends/addresses.ts';
import { findChromium } from '../../support/chromium.ts';
import { type RunningProduct, startWholeProduct } from './processes.ts';

/** The store's admin frames the app from another origin on this machine. */
export const browserArguments = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];

/** Starts the product, and tells the helpers of the frontends' tests its ports. */
export async function startPublishedProduct(): Promise<RunningProduct> {
  const product = await startWholeProduct();
  publishPorts({ web: Number(new URL(product.url).port), sandbox: Number(new URL(product.sandboxUrl).port) });
  return product;
}

export const launchBrowser = (): Promise<Browser> => chromium.launch({ executablePath: findChromium(), args: browserArguments });
