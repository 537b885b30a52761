import { databaseOf } from '../../../db/databaseOf.ts';
import { isFrozen } from '../../../domain/access/access.ts';
import { blockLabels, blocksOf } from '../../../domain/spendingPower/blocks.ts';
import { overrideInForce, overrideInWords } from '../../../domain/spendingPower/spendingPowerOverride.ts';
import { meaningOfStaffChange } from '../../../domain/staff/staffChanges.ts';
import type { Deps } from '../../deps.ts';
import { blockFacts, readAccount } from '../../ledger/account.ts';
import { wireReceiver } from '../../receiver/wireReceiver.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Changes that pause the card, which has a letter of its own. */
const pausing: ReadonlySet<string> = new Set(['lock_account', 'mark_as_fraud', 'black_list']);

/** Changes of which the letter says what they led to. */
const ofSpendingPower: ReadonlySet<string> = new Set(['set_spending_power_override', 'clear_spending_power_override']);

/** Says what a change of the override led to, and what stops the account all the same. */
async function spendingPowerInWords(deps: Deps, { program, receiver, scope }: LetterContext): Promise<string> {
  const blocks = blocksOf(blockFacts(receiver, await readAccount(deps, deps.database, scope, receiver)));
  const inForce = overrideInWords(overrideInForce(wireReceiver(receiver), deps.clock()), program.timeZone);
  return blocks.length === 0
    ? inForce
    : `${inForce} That counts only once nothing stops your account, and until then nothing can be bought. ${blockLabels(blocks)}.`;
}

/** Tells what support has changed, in programs that mail such changes. `about` is the change and the time. */
export async function staffChangeLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { program, receiver, scope, about } = context;
  const [change = ''] = about.split(' ');
  const meaning = meaningOfStaffChange(change, isFrozen(receiver));
  if (!program.mailOnStaffChange || meaning === null) return null;
  const isToldOtherwise = pausing.has(change) && (await databaseOf(deps.database, scope).card.count({ where: { state: { not: 'CLOSED' } } })) > 0;
  if (isToldOtherwise) return null;
  return {
    subject: 'Support changed something on your account',
    passages: [
      paragraph(meaning),
      ...(ofSpendingPower.has(change) ? [paragraph(await spendingPowerInWords(deps, context))] : []),
      paragraph(`Your dashboard shows when our team looked at your account. If you did not expect this, write to ${program.supportEmail}.`),
    ],
    action: { label: 'Open the dashboard', path: '/' },
  };
}
