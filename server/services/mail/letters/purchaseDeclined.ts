import { storedCents } from '../../../db/cents.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { dayMs } from '../../../domain/basics/dates.ts';
import { formatUsd } from '../../../domain/basics/money.ts';
import { isCardCheck } from '../../../domain/card/card.ts';
import { explainDecline } from '../../../domain/card/declines.ts';
import { controlDetailJson } from '../../card/controls/storedControls.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Tells of a declined purchase and why it was declined. `about` is the card and the transaction. Nothing is said of one that is a day old. */
export async function purchaseDeclinedLetter({ database, clock }: Deps, { scope, about }: LetterContext): Promise<Letter | null> {
  const [cardToken = '', token = ''] = about.split(' ');
  const own = databaseOf(database, scope);
  const [purchase, card, decision] = await Promise.all([
    own.cardTransaction.findUnique({ where: { receiver_id_token: { token } } }),
    own.card.findUnique({ where: { receiver_id_token: { token: cardToken } } }),
    own.authorizationDecision.findFirst({ where: { transaction_token: token, result: { not: 'APPROVED' } }, orderBy: { number: 'desc' } }),
  ]);
  if (purchase?.status !== 'DECLINED' || !card || clock().getTime() - purchase.created_at.getTime() > dayMs) return null;
  const merchant = purchase.merchant_descriptor;
  const control = decision?.control_detail ? controlDetailJson.read(decision.control_detail) : null;
  const facts = { merchant, categoryCode: purchase.merchant_category_code, control, hasLimits: false };
  const decline = explainDecline(decision?.result ?? purchase.result, decision?.reason ?? null, facts);
  if (decline === null) return null;
  const amount = storedCents(decision?.amount_cents ?? purchase.amount_cents);
  // Of what it declines abroad by itself the issuer tells no dollars.
  const what = isCardCheck(purchase) ? 'a card check' : amount === 0 ? 'a purchase' : formatUsd(amount);
  return {
    subject: `Declined: ${what} at ${merchant}`,
    passages: [paragraph(decline.reason), paragraph(`The card ending in ${card.last_four} was used. Your dashboard shows what helps.`)],
    action: { label: 'See what helps', path: '/card' },
  };
}
