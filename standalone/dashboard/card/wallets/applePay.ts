import { loadOutsideScript } from '../../../../server/browser/outsideScript.ts';
import type { PageDescription } from '../../../../server/contract/program.ts';
import type { WalletOutcome } from '../../../../server/domain/card/walletWords.ts';
import type { HandOver } from './handOver.ts';

interface AppleResult {
  status: string;
}

interface AppleConfig {
  partnerId: string;
  /** The origin of Apple's window. */
  domain: string;
  /** The id of the button that opens it. */
  buttonId: string;
  /** Returns what the window hands on to Apple. */
  jwsResolver: () => Promise<{ jws: unknown; state: string }>;
  resultResolver: (result: AppleResult) => void;
}

declare global {
  interface Window {
    /** Set by Apple's script. */
    initAddToAppleWallet?: (config: AppleConfig) => void;
  }
}

type AppleSettings = NonNullable<PageDescription['settings']['wallets']['apple_pay']>;

/** Opens Apple's window for a card, and returns how it ended. Must begin with a press; rejects with the failure of `handOver`. */
export async function addToApplePay({ script_url, partner_id, origin }: AppleSettings, handOver: HandOver): Promise<WalletOutcome> {
  if (!window.initAddToAppleWallet) await loadOutsideScript(script_url).catch(() => undefined);
  const bind = window.initAddToAppleWallet;
  if (!bind) return 'not_loaded';
  return new Promise((resolve, reject) => {
    // Apple's script binds a button, once: each press has its own, which nobody sees.
    const button = document.createElement('button');
    button.id = `apple-pay-${crypto.randomUUID()}`;
    button.hidden = true;
    document.body.append(button);
    let isPressing = false;
    let failure: unknown = null;
    bind({
      partnerId: partner_id,
      domain: origin,
      buttonId: button.id,
      jwsResolver: async () => {
        try {
          const { jws, state } = await handOver({ wallet: 'apple_pay' });
          return { jws, state };
        } catch (caught) {
          failure = caught;
          throw caught;
        }
      },
      resultResolver: ({ status }) => {
        button.remove();
        if (failure === null) resolve(outcomeOf(status, isPressing));
        else reject(failure);
      },
    });
    isPressing = true;
    button.click();
    isPressing = false;
  });
}

/** Translates Apple's status. A window that is gone while the button is still being pressed was never opened. */
function outcomeOf(status: string, isPressing: boolean): WalletOutcome {
  switch (status) {
    case '200':
    case '202':
    case '206':
      return 'added';
    case '444':
      return isPressing ? 'blocked' : 'closed';
    case '400':
      return isPressing ? 'blocked' : 'refused';
    case '40101':
      return 'unsupported';
    default:
      return 'refused';
  }
}
