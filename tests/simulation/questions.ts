import { expect } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { Chance } from '../support/chance.ts';
import { decideInTime } from '../support/decideInTime.ts';
import type { Model } from './model.ts';

/** Draws the parts that a question adds to a purchase, with what it says of cash. */
function drawQuestion(chance: Chance, left: number) {
  // To the cent what is left, a cent more, or anything.
  const amount = Math.max(1, chance.pick([chance.between(1, 30_000), chance.between(1, Math.max(1, left)), left, left + 1]));
  const isAtBank = chance.is(0.1);
  return {
    amount,
    cashAmount: chance.is(0.1) ? chance.between(1, amount) : 0,
    category: isAtBank ? chance.pick(['6010', '6011', '4829', '6051']) : '5131',
  };
}

/**
 * Asks the product, as the issuer does, about a purchase and up to three increments of it, and compares the answers with
 * the model's. What was approved before counts; a question that is sent again gets the answer that it got. Returns the amounts
 * asked about, none of which the issuer has authorized yet.
 * @param name the prefix of the purchase's tokens, which nothing else has.
 */
export async function askAboutPurchase(
  deps: OpenDeps,
  model: Model,
  { chance, cardToken, name }: { chance: Chance; cardToken: string; name: string },
): Promise<number[]> {
  const ask = async (eventToken: string, { amount, cashAmount, category }: ReturnType<typeof drawQuestion>) => {
    const merchant = { descriptor: 'FJORD TEXTILES IMPORT', city: 'OSLO', state: 'NY', country: 'USA', mcc: category, acceptorId: null };
    const request = { token: name, eventToken, cardToken, kind: 'purchase' as const, amountCents: cents(amount), cashCents: cents(cashAmount), wallet: null };
    const { result } = await decideInTime(deps, { ...request, merchant, createdAt: deps.clock() });
    return result === 'APPROVED';
  };
  let approvedBefore = 0;
  const asked: number[] = [];
  for (let number = chance.between(1, 4); number > 0; number -= 1) {
    const question = drawQuestion(chance, model.left(approvedBefore));
    const wanted = model.approves({ ...question, approvedBefore });
    const words = `the answer to ${JSON.stringify(question)} after ${approvedBefore}`;
    expect(await ask(`${name}-${number}`, question), words).toBe(wanted);
    if (wanted) approvedBefore += question.amount;
    asked.push(question.amount);
    expect(await ask(`${name}-${number}`, question), `${words}, asked again`).toBe(wanted);
  }
  return asked;
}
