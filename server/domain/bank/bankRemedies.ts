import { type BankRemedy, meaningOfBankStatus } from './bankStatus.ts';
import type { LinkMode } from './bankWindow.ts';

/** One button that helps with a status: it opens the bank window in a mode, or checks whether the status has changed. */
export interface RemedyButton {
  label: string;
  does: LinkMode | 'look';
}

/** Statuses that change without the merchant: "try again" only checks them. For any other, it means linking again. */
const passing: ReadonlySet<string> = new Set(['pending_automatic_verification', 'unsent']);

/** Returns the buttons that help with a status, the most helpful first; remedies with the same effect share one button. */
export function remedyButtons(status: string): RemedyButton[] {
  const all = meaningOfBankStatus(status).remedies.map((remedy) => buttonOf(remedy, status));
  return all.filter(({ does }, place) => all.findIndex((other) => other.does === does) === place);
}

function buttonOf(remedy: BankRemedy, status: string): RemedyButton {
  switch (remedy) {
    case 'relink':
      return status === 'relink' ? { label: 'Sign in to your bank', does: 'relink' } : { label: 'Start again or link another account', does: 'link' };
    case 'enter_microdeposits':
      return { label: 'Enter the amounts', does: 'microdeposits' };
    case 'try_again':
      return passing.has(status) ? { label: 'Check again', does: 'look' } : { label: 'Try again or link another account', does: 'link' };
    case 'link_another':
      return { label: 'Link another account', does: 'link' };
  }
}
