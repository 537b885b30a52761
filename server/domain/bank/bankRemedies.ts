import { type BankRemedy, meaningOfBankStatus } from './bankStatus.ts';
import type { LinkMode } from './bankWindow.ts';

/** One way out of a status: the window opened in a mode, or a look at whether the bank has moved on by itself. */
export interface RemedyButton {
  label: string;
  does: LinkMode | 'look';
}

/** Statuses that pass by themselves: trying again means to look. After any other, only linking anew makes another attempt. */
const passing: ReadonlySet<string> = new Set(['pending_automatic_verification', 'unsent']);

/** What can be done about a status, the most helpful first; what one window does is one button. */
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
