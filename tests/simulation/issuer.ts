import type { Clock } from '../../server/clock.ts';
import type { ForeignPrice } from '../../server/domain/basics/foreignMoney.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { Refused } from '../../server/providers/failure.ts';
import type { CardIssuer, CardTransaction, IssuedCard, IssuerEvent } from '../../server/providers/ports/cardIssuer.ts';
import { type Chance, hashOf } from '../support/chance.ts';

type Position = readonly [pending: number, owed: number];

interface Purchase {
  transaction: CardTransaction;
  /** The amounts held and settled after each event of the purchase. */
  positions: Position[];
}

export interface SimulatedIssuer {
  port: Pick<
    CardIssuer,
    'getCard' | 'setCardState' | 'setSpendLimit' | 'getTransaction' | 'listTransactions' | 'listAllTransactions' | 'listEvents' | 'readEvent'
  >;
  card: () => IssuedCard;
  purchases: () => readonly Purchase[];
  /** Plays one action of the card network about a purchase. Returns the webhook events that it causes. */
  happen: (chance: Chance) => IssuerEvent[];
  /** Plays one about a refund: a new one, or a step of one that is held. Returns the webhook events. */
  refund: (chance: Chance) => IssuerEvent[];
  /** Gives back so much at once that the merchant may be in credit. Returns the webhook events. */
  giveBack: (chance: Chance) => IssuerEvent[];
  /** Declines, for reasons of its own, a purchase that we were asked about. Returns the webhook events. */
  declineAsked: (token: string, amount: number) => IssuerEvent[];
  /** Expires the oldest hold. Returns the webhook events: none when nothing is held. */
  expireNext: () => IssuerEvent[];
}

/** Returns the price abroad of every third purchase; the rate of a settlement is another than that of its hold. */
function abroad(token: string, amountUsd: number): ForeignPrice | null {
  if (hashOf(`abroad ${token.replace(/^.*-/, '')}`) % 3 !== 0 || amountUsd === 0) return null;
  const rate = 1_000 + (hashOf(`rate ${amountUsd}`) % 200);
  return { amount: Math.round((amountUsd * 1_000) / rate), currency: 'EUR', conversion_rate: `1.${String(rate).slice(1)}000` };
}

/** A card issuer in memory with one card. A settlement may come in parts, above or below the held amount. */
export function simulatedIssuer(life: string, clock: Clock): SimulatedIssuer {
  const cardToken = `${life}-card`;
  const accountToken = `${life}-account`;
  const purchases = new Map<string, Purchase>();
  let card: IssuedCard = {
    token: cardToken,
    accountToken,
    state: 'OPEN',
    substatus: null,
    kind: 'VIRTUAL',
    isPhysical: false,
    memo: '',
    lastFour: '4242',
    expires: { month: 11, year: 2030 },
    replacementFor: null,
    spendLimitCents: cents(1),
    createdAt: clock(),
  };
  const events: (IssuerEvent & { at: Date })[] = [];
  let counter = 0;
  let begun = 0;
  const refused = (call: string) => new Refused({ provider: 'lithic', call, code: 'not_found', message: 'there is none', status: 404 });

  function found(token: string): Purchase {
    const purchase = purchases.get(token);
    if (!purchase) throw refused('getTransaction');
    return purchase;
  }

  interface Change {
    type: string;
    amount: number;
    status: string;
    held: number;
    settled: number;
  }

  function change(token: string, { type, amount, status, held, settled }: Change): IssuerEvent[] {
    counter += 1;
    const at = clock();
    const known = purchases.get(token);
    const event = {
      token: `${token}-e${counter}`,
      type,
      result: status === 'DECLINED' ? 'DECLINED' : 'APPROVED',
      detailedResults: [],
      amountCents: cents(amount),
      createdAt: at,
    };
    const transaction: CardTransaction = {
      token,
      cardToken,
      accountToken,
      status,
      result: event.result,
      amountCents: cents(held + settled === 0 ? amount : held + settled),
      heldCents: cents(held),
      settledCents: cents(settled),
      foreign: abroad(token, held + settled),
      currency: 'USD',
      merchant: { descriptor: 'FJORD TEXTILES IMPORT', city: 'OSLO', state: 'NY', country: 'USA', mcc: '5131', acceptorId: null },
      createdAt: known?.transaction.createdAt ?? at,
      updatedAt: at,
      events: [...(known?.transaction.events ?? []), event],
    };
    const isCounted = !['DECLINED', 'VOIDED', 'EXPIRED'].includes(status);
    purchases.set(token, { transaction, positions: [...(known?.positions ?? []), isCounted ? [held, settled] : [0, 0]] });
    // Every other event says the state; of the others it has to be fetched.
    const said = counter % 2 === 0 ? transaction : null;
    const told = { id: `${life}-w${counter}`, type: 'card_transaction.updated', about: 'transaction', token, cardToken, transaction: said } as const;
    events.push({ ...told, at });
    return [told];
  }

  /** Picks a purchase, or a refund, that still holds an amount. */
  function held(chance: Chance, isMeant: (transaction: CardTransaction) => boolean): CardTransaction | undefined {
    const [first, ...others] = [...purchases.values()].map(({ transaction }) => transaction).filter(isMeant);
    return first && chance.pick([first, ...others]);
  }

  const begin = () => {
    begun += 1;
    return `${life}-t${begun}`;
  };
  const authorize = (chance: Chance) => {
    const amount = chance.between(100, 30_000);
    return change(begin(), { type: 'AUTHORIZATION', amount, status: 'PENDING', held: amount, settled: 0 });
  };
  const release = ({ token, heldCents, settledCents }: CardTransaction, type: string, status: string) =>
    change(token, { type, amount: heldCents, status: settledCents > 0 ? 'SETTLED' : status, held: 0, settled: settledCents });
  const expire = (purchase: CardTransaction) => release(purchase, 'AUTHORIZATION_EXPIRY', 'EXPIRED');
  const advance = (chance: Chance, purchase: CardTransaction): IssuerEvent[] => {
    const { token, heldCents, settledCents } = purchase;
    const clear = (part: number, left: number) =>
      change(token, { type: 'CLEARING', amount: part, status: left === 0 ? 'SETTLED' : 'PENDING', held: left, settled: settledCents + part });
    switch (chance.below(7)) {
      case 0:
      case 1:
        return clear(heldCents, 0);
      case 2:
        return clear(chance.between(1, heldCents), 0);
      case 3:
        return clear(heldCents + chance.between(1, 5_000), 0);
      case 4: {
        const part = chance.between(1, heldCents);
        return clear(part, heldCents - part);
      }
      case 5:
        return release(purchase, 'AUTHORIZATION_REVERSAL', 'VOIDED');
      default:
        return expire(purchase);
    }
  };
  const refund = (chance: Chance) => {
    const open = chance.is(0.5) ? held(chance, ({ heldCents }) => heldCents < 0) : undefined;
    if (open && chance.is(0.2)) return chance.is(0.5) ? release(open, 'AUTHORIZATION_REVERSAL', 'VOIDED') : expire(open);
    if (open) return change(open.token, { type: 'RETURN', amount: open.heldCents, status: 'SETTLED', held: 0, settled: open.heldCents });
    const amount = -chance.between(100, 9_000);
    if (chance.is(0.5)) return change(begin(), { type: 'RETURN', amount, status: 'SETTLED', held: 0, settled: amount });
    return change(begin(), { type: 'CREDIT_AUTHORIZATION', amount, status: 'PENDING', held: amount, settled: 0 });
  };
  const decline = (chance: Chance) => change(begin(), { type: 'AUTHORIZATION', amount: chance.between(100, 30_000), status: 'DECLINED', held: 0, settled: 0 });

  return {
    card: () => card,
    purchases: () => [...purchases.values()],
    happen(chance) {
      const what = chance.below(10);
      const open = what < 5 ? held(chance, ({ heldCents }) => heldCents > 0) : undefined;
      if (open) return advance(chance, open);
      return what === 9 ? decline(chance) : authorize(chance);
    },
    refund,
    giveBack(chance) {
      const amount = -chance.between(10_000, 60_000);
      return change(begin(), { type: 'RETURN', amount, status: 'SETTLED', held: 0, settled: amount });
    },
    declineAsked: (token, amount) => change(token, { type: 'AUTHORIZATION', amount, status: 'DECLINED', held: 0, settled: 0 }),
    expireNext() {
      const oldest = [...purchases.values()].find(({ transaction }) => transaction.heldCents !== 0);
      return oldest ? expire(oldest.transaction) : [];
    },
    port: {
      getCard: async () => card,
      async setCardState(_, state) {
        card = { ...card, state };
        return card;
      },
      async setSpendLimit(_, limit) {
        card = { ...card, spendLimitCents: limit };
        return card;
      },
      getTransaction: async (token) => found(token).transaction,
      listTransactions: async (_, since) => {
        const items = [...purchases.values()].map(({ transaction }) => transaction).filter(({ createdAt }) => since === null || createdAt >= since);
        return { items: items.toReversed(), next: null };
      },
      listAllTransactions: async ({ since, until }) => {
        const items = [...purchases.values()].map(({ transaction }) => transaction).filter(({ createdAt }) => createdAt >= since && createdAt < until);
        return { items: items.toReversed(), next: null };
      },
      listEvents: async ({ since, until }) => ({ items: events.filter(({ at }) => at >= since && at < until).toReversed(), next: null }),
      // The simulation delivers events as they were made above.
      readEvent: (rawBody) => JSON.parse(rawBody.toString(), (name, value) => (name.endsWith('At') ? new Date(value) : value)) as IssuerEvent,
    },
  };
}
