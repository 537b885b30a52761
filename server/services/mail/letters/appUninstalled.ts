import { dayMs } from '../../../domain/basics/dates.ts';
import { formatUsd, larger, noMoney } from '../../../domain/basics/money.ts';
import { makeMailLink } from '../../contact/mailLinks.ts';
import type { Deps } from '../../deps.ts';
import { mailAddressOf } from '../../receiver/mailAddress.ts';
import { readAccountFacts } from '../accountFacts.ts';
import { facts, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** How long the link works, in milliseconds; the letter says it in words. */
const linkMs = 14 * dayMs;

/** Tells the owner of a store that has uninstalled the app how to go on. `about` is the instant of the uninstallation. */
export async function appUninstalledLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { receiver, program } = context;
  const email = mailAddressOf(receiver);
  if (email === null || !receiver.accepted_terms_and_conditions) return null;
  const { account } = await readAccountFacts(deps, context);
  const token = makeMailLink(deps, program, 'sign_in', { receiverId: receiver.id, email, expiresAt: new Date(deps.clock().getTime() + linkMs) });
  return {
    subject: `Your store has uninstalled ${program.name}: how to go on`,
    passages: [
      paragraph('Your store’s admin no longer opens your account, and we no longer see your sales. The account itself stays, with your card and what you owe.'),
      facts(['Outstanding now', formatUsd(larger(noMoney, account.outstanding))]),
      paragraph(
        'Sign in on our site to see it, pay and reach your files. The link works once, within fourteen days. Set a password there, and you can come back at any time.',
      ),
      paragraph(`You get another link at ${program.siteUrl}/mails/sign_in, or by installing the app again.`),
    ],
    action: { label: 'Sign in', path: `/mails/sign_in/${token}` },
  };
}
