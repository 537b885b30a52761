import { type Chance, chanceOf } from '../../support/chance.ts';
import { count, keepDoing, type Load } from './load.ts';

/** The parts of an issuer's transaction that a shop needs. */
interface Sale {
  token: string;
  status: string;
  events: { detailed_results: string[] }[];
}

const shops = ['FJORD TEXTILES IMPORT', 'MERIDIAN FREIGHT', 'CEDAR OFFICE SUPPLY', 'LANTERN PRINTING'] as const;

/** The issuer's result codes for a purchase that we did not decide. */
const undecided = new Set(['CUSTOMER_ASA_TIMEOUT', 'MALFORMED_ASA_RESPONSE']);

/** Whether the issuer refused an action because it came too late: time also settles and expires purchases. */
const isTooLate = (failure: unknown) => failure instanceof Error && /answered 4(00|04|22)/.test(failure.message);

/** Presses a button of the issuer's stand-in and records how long it took; for a purchase that includes our decision. */
async function press(load: Load, button: string, fields: object): Promise<Sale | null> {
  const fromMs = performance.now();
  try {
    const sale = await load.product.press<Sale>(`lithic/${button}`, fields);
    load.record.add({ route: `card network: ${button}`, status: 200, code: undefined, fromMs, untilMs: performance.now() });
    count(load, button);
    return sale;
  } catch (failure) {
    if (isTooLate(failure)) return null;
    throw failure;
  }
}

async function buy(load: Load, chance: Chance, pending: string[]): Promise<void> {
  const fields = { card_token: chance.pick(chance.pick(load.merchants).cards), amount: chance.between(300, 15_000), descriptor: chance.pick(shops) };
  const sale = await press(load, 'spend', { ...fields, settle: chance.is(0.5) ? 'yes' : 'no' });
  if (!sale) return;
  if (sale.status === 'PENDING') pending.push(sale.token);
  if (sale.status === 'DECLINED') count(load, 'declined');
  if (sale.events.some((event) => event.detailed_results.some((result) => undecided.has(result)))) count(load, 'undecided');
}

const takeOut = (pending: string[], chance: Chance) => pending.splice(chance.below(pending.length), 1)[0];

async function trade(load: Load, chance: Chance, pending: string[]): Promise<void> {
  const choice = chance.below(100);
  const token = choice >= 60 && choice < 90 ? takeOut(pending, chance) : undefined;
  if (token !== undefined) {
    if (choice < 80) await press(load, 'settle', chance.is(0.2) ? { token, amount: chance.between(100, 16_000) } : { token });
    else await press(load, 'void', { token });
  } else if (choice < 92) await buy(load, chance, pending);
  else {
    const fields = { card_token: chance.pick(load.merchants).cardToken, amount: chance.between(300, 6_000), descriptor: chance.pick(shops) };
    await press(load, choice < 98 ? 'refund' : 'force_post', fields);
  }
}

const shoppers = 2;
const betweenSalesMs = 120;

/** Plays card use: purchases that settle at once, later, in part, with a tip or never, refunds, and charges without authorization. */
export async function spend(load: Load): Promise<void> {
  await Promise.all(
    Array.from({ length: shoppers }, async (_, place) => {
      const chance = chanceOf(`${load.seed} shopper ${place}`);
      const pending: string[] = [];
      await keepDoing(load, betweenSalesMs, () => trade(load, chance, pending));
    }),
  );
}
