import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { postCardWallet } from '../../../../server/contract/cards.ts';
import type { WalletKey, WalletOutcome } from '../../../../server/domain/card/walletWords.ts';
import { pageDescription } from '../../../page.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { oneCardQuery } from '../cardsQueries.ts';
import { addToApplePay } from './applePay.ts';
import { addToGooglePay } from './googlePay.ts';
import type { HandOver } from './handOver.ts';

/** Returns the function that adds a card to a wallet by the wallet's own window, and how that went. A failure is a CallFailure. */
export function useAddToWallet(card: string) {
  const api = useApi();
  const queries = useQueryClient();
  const { token } = useReceiver().receiver;
  // The answer is of the wallet that was asked for.
  const handOver = ((body) => api.call<typeof postCardWallet>('POST /api/users/:token/cards/:card/wallet', { params: { token, card }, body })) as HandOver;
  return useMutation({
    mutationFn: (wallet: WalletKey): Promise<WalletOutcome> => {
      const { apple_pay, google_pay } = pageDescription(document).settings.wallets;
      if (wallet === 'apple_pay' && apple_pay) return addToApplePay(apple_pay, handOver);
      if (wallet === 'google_pay' && google_pay) return addToGooglePay(google_pay, handOver);
      return Promise.resolve('unsupported');
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: oneCardQuery(api, token, card).queryKey }),
  });
}
