import { hourMs } from '../../domain/basics/dates.ts';
import { knownTransfersMs } from '../../domain/ledger/sweepDepth.ts';
import { keyLifeMs } from '../../domain/repayment/draw.ts';
import type { BankTransfer } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';

/** A draw or payout that was begun. */
export interface Sent {
  sent_at: Date | null;
  created_at: Date;
  provider_key: string;
}

/** Looks at the bank for the transfer that carries the key of a draw or payout. Returns null when there is none. Throws the bank's failure. */
export async function findTransferByKey({ clock, providers: { bank } }: Deps, { sent_at, created_at, provider_key }: Sent): Promise<BankTransfer | null> {
  const sentMs = (sent_at ?? created_at).getTime();
  // An hour more on both sides, as the bank's clock may differ from ours. Before it was sent, the database may have been restored, and the
  // bank have a transfer of the same key that was not read yet. Nothing is sent once the key may be forgotten.
  const period = { since: new Date(sentMs - knownTransfersMs - hourMs), until: new Date(Math.min(clock().getTime(), sentMs + keyLifeMs + hourMs)) };
  for (let after: string | null = null; ; ) {
    const page = await bank.listTransfers(period, after);
    const found = page.items.find(({ key }) => key === provider_key);
    if (found || page.next === null) return found ?? null;
    after = page.next;
  }
}
