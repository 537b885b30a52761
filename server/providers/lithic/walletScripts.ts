import type { Config } from '../../config.ts';
import type { WalletScripts } from '../ports/cardIssuer.ts';

/** Apple's script for web pages, and the site of its window. Both are fixed: Lithic's guide to web push provisioning names them. */
const apple = { scriptUrl: 'https://smp-device-content.apple.com/navweb/asset/initAddToAppleWallet.js', origin: 'https://apple-pay.apple.com' };
const googleScriptUrl = 'https://developers.google.com/static/pay/issuers/apis/push-provisioning/web/downloads/integration.min.js';

type WalletConfig = Pick<Config['lithic'], 'wallets' | 'applePartnerId' | 'googleIntegratorId' | 'walletStandInUrl'>;

/** Returns the scripts of the wallets for which the program is set up: Apple's and Google's own, or the sandbox's stand-ins. */
export function walletScripts({ wallets, applePartnerId, googleIntegratorId, walletStandInUrl: standIn }: WalletConfig): WalletScripts {
  const ofApple = standIn === undefined ? apple : { scriptUrl: `${standIn}/apple.js`, origin: new URL(standIn).origin };
  return {
    APPLE_PAY: wallets.includes('APPLE_PAY') && applePartnerId !== undefined ? { ...ofApple, partnerId: applePartnerId } : null,
    GOOGLE_PAY:
      wallets.includes('GOOGLE_PAY') && googleIntegratorId !== undefined
        ? { scriptUrl: standIn === undefined ? googleScriptUrl : `${standIn}/google.js`, integratorId: googleIntegratorId }
        : null,
  };
}
