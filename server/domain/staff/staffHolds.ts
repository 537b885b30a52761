import { listInWords } from '../basics/words.ts';
import type { Receiver } from '../receiver/receiver.ts';

const words = { is_locked: 'locked', is_fraud: 'marked as fraud', is_black_listed: 'on the blacklist' } as const;

type Hold = keyof typeof words;

/** The holds that staff put on an account. Each stops it by itself. */
export type StaffHolds = Pick<Receiver, Hold>;

/** Says that an account stays stopped once staff end one of their holds on it, and by what; null when no other stands. */
export function holdsThatStay(account: StaffHolds, ended: Hold): string | null {
  const staying = (Object.keys(words) as Hold[]).filter((hold) => hold !== ended && account[hold]).map((hold) => words[hold]);
  return staying.length === 0 ? null : `The account stays stopped, with its cards paused and nothing drawn: it is ${listInWords(staying)}.`;
}
