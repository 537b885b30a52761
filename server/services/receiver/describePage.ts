import type { PageDescription } from '../../contract/program.ts';
import { publicProgram } from '../../programs/public.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** Returns what a page of this program may know before sign-in: the brand, and the addresses of the browser's third parties. */
export function describePage({ config, clock, providers }: Pick<Deps, 'config' | 'clock' | 'providers'>, program: CurrentProgram): PageDescription {
  const { APPLE_PAY: apple, GOOGLE_PAY: google } = providers.cardIssuer.walletScripts;
  return {
    program: publicProgram(program),
    settings: {
      card_frame_url: providers.cardIssuer.cardFrameUrl,
      bank_link_script_url: providers.bank.linkScriptUrl,
      store_link_url: providers.storeData.linkUrl,
      store_link_public_key: providers.storeData.linkPublicKey,
      analytics_key: config.posthog?.key ?? null,
      recorder_script_url: config.clarity ? `${config.clarity.url}/tag/${config.clarity.id}` : null,
      wallets: {
        apple_pay: apple && { script_url: apple.scriptUrl, partner_id: apple.partnerId, origin: apple.origin },
        google_pay: google && { script_url: google.scriptUrl, integrator_id: google.integratorId },
      },
    },
    now: clock().toISOString(),
  };
}
