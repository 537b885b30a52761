import { loadOutsideScript } from '../../../../server/browser/outsideScript.ts';
import type { PageDescription } from '../../../../server/contract/program.ts';
import type { WalletOutcome } from '../../../../server/domain/card/walletWords.ts';
import type { HandOver } from './handOver.ts';

interface GoogleSession {
  serverSessionId: string;
  /** Left out where the person has no phone that pays. */
  publicDeviceId?: string;
  publicWalletId?: string;
}

interface GoogleOptions {
  integratorId: string;
  clientSessionId: string;
  /** 1 to put a token on the phone. */
  tokenSetting: 0 | 1;
  /** 1 to keep the card in the Google account too. */
  cardSetting: 0 | 1;
  isTestEnvironment: boolean;
  hl: string;
  onSessionCreated: (session: GoogleSession) => void;
  onSuccess: () => void;
  onFailure: () => void;
  onCancel: () => void;
}

declare global {
  interface Window {
    /** Set by Google's script. `openAppWindow` throws an Error whose message is Google's code. */
    googlepay?: {
      openAppWindow: (options: GoogleOptions) => void;
      pushPaymentCredentials: (credentials: { google_opc: string; tsp_opc: string }) => void;
      closeAppWindow: () => void;
    };
  }
}

type GoogleSettings = NonNullable<PageDescription['settings']['wallets']['google_pay']>;

const outcomesOfCodes: Readonly<Record<string, WalletOutcome>> = { E410: 'busy', E411: 'blocked' };

/** Opens Google's window for a card, and returns how it ended. Must begin with a press; rejects with the failure of `handOver`. */
export async function addToGooglePay({ script_url, integrator_id }: GoogleSettings, handOver: HandOver): Promise<WalletOutcome> {
  if (!window.googlepay) await loadOutsideScript(script_url).catch(() => undefined);
  const library = window.googlepay;
  if (!library) return 'not_loaded';
  return new Promise((resolve, reject) => {
    async function pass({ serverSessionId, publicDeviceId, publicWalletId }: GoogleSession) {
      if (publicDeviceId === undefined || publicWalletId === undefined) {
        library?.closeAppWindow();
        return resolve('no_device');
      }
      try {
        const request = { server_session_id: serverSessionId, client_device_id: publicDeviceId, client_wallet_account_id: publicWalletId };
        const { google_opc, tsp_opc } = await handOver({ wallet: 'google_pay', ...request });
        library?.pushPaymentCredentials({ google_opc, tsp_opc });
      } catch (failure) {
        library?.closeAppWindow();
        reject(failure);
      }
    }
    try {
      library.openAppWindow({
        integratorId: integrator_id,
        clientSessionId: crypto.randomUUID(),
        tokenSetting: 1,
        cardSetting: 1,
        isTestEnvironment: false,
        hl: 'en-US',
        onSessionCreated: (session) => void pass(session),
        onSuccess: () => resolve('added'),
        onFailure: () => resolve('refused'),
        onCancel: () => resolve('closed'),
      });
    } catch (failure) {
      resolve(outcomesOfCodes[failure instanceof Error ? failure.message : ''] ?? 'refused');
    }
  });
}
