import { type Attempt, callsOf, contradicted, overBy } from './attempts.ts';
import { type CardCall, type CardState, cardAccount, cardWith, type Decline } from './cardAccount.ts';
import { type DebtCall, debt, nothingOwed } from './debt.ts';
import { type Contradiction, contradictionIn, type Model, type Operation, TooManyOrders } from './linearizable.ts';
import { dollars, type Sale, type Shown, type Sweep, wrongReads, wrongSweeps } from './reads.ts';

/** All that clients asked of one receiver and were answered. */
export interface ReceiverHistory {
  readonly name: string;
  /** The spending power that staff had set when it began, in cents. */
  readonly power: number;
  readonly questions: readonly Attempt<'approved' | Decline>[];
  readonly payments: readonly Attempt<'accepted' | 'too much' | 'too many'>[];
  /** Everything else about the card. The end of an uncertain call is when the client gave up. */
  readonly card: readonly Operation<CardCall>[];
  readonly seenDebt: readonly Operation<DebtCall>[];
  readonly sales: readonly Sale[];
  readonly reads: readonly Shown[];
  readonly sweeps: readonly Sweep[];
  /** The repayments that the table showed, and the debits at the bank, by their amounts when all was calm. No two payments have the same amount. */
  readonly repayments: readonly { readonly atMs: number; readonly shown: readonly number[]; readonly debited: readonly number[] }[];
  /** The moments at which nothing was under way. */
  readonly calmsMs: readonly number[];
}

const overAtCalm = <Call>(operations: readonly Operation<Call>[], calmsMs: readonly number[]) =>
  operations.map((one) => (one.isCertain ? one : { ...one, endedMs: overBy(one.endedMs, calmsMs) }));

function cardCalls({ questions, card, calmsMs }: ReceiverHistory): Operation<CardCall>[] {
  const asked = callsOf(questions, ['approved', 'paused', 'over limit', 'over power'], calmsMs);
  return [
    ...asked.map((one) => ({ ...one, call: { kind: 'question' as const, ...one.call } })),
    ...overAtCalm(card, calmsMs),
    ...calmsMs.map((atMs) => ({ call: { kind: 'calm' as const }, beganMs: atMs, endedMs: atMs, isCertain: true })),
  ];
}

function debtCalls({ payments, seenDebt, sales, calmsMs }: ReceiverHistory): Operation<DebtCall>[] {
  const asked = callsOf(payments, ['accepted'], calmsMs);
  const settled = sales.map(({ cents, beganMs, endedMs, isCertain }) => ({
    call: { kind: 'settled' as const, cents },
    beganMs,
    endedMs: overBy(endedMs, calmsMs),
    // Without a calm moment after it nobody knows whether it is booked yet.
    isCertain: isCertain && overBy(endedMs, calmsMs) < Number.POSITIVE_INFINITY,
  }));
  return [...asked.map((one) => ({ ...one, call: { kind: 'payment' as const, ...one.call } })), ...settled, ...seenDebt];
}

const amountOf = (cents: number | null) => (cents === null ? 'no limit' : dollars(cents));

/** Says in a line what was asked and answered. */
function described(call: CardCall | DebtCall): string {
  switch (call.kind) {
    case 'question':
      return `purchase of ${dollars(call.cents)}: ${call.answer}`;
    case 'doubtful purchase':
      return `purchase of ${dollars(call.cents)} that the issuer declined`;
    case 'switch':
      return call.isOpen ? 'resume the card' : 'pause the card';
    case 'seen switch':
      return call.isOpen ? 'the card is shown open' : 'the card is shown paused';
    case 'limit':
      return `set the limit of one purchase: ${amountOf(call.cents)}`;
    case 'seen limit':
      return `the limit of one purchase is shown: ${amountOf(call.cents)}`;
    case 'power':
      return `set spending power: ${dollars(call.cents)}`;
    case 'seen power':
      return `spending power set by staff is shown: ${dollars(call.cents)}`;
    case 'calm':
      return 'nothing is under way';
    case 'settled':
      return `purchase of ${dollars(call.cents)} settled at the issuer`;
    case 'payment':
      return `payment of ${dollars(call.cents)}: ${call.answer}`;
    case 'seen payable':
      return `what can be paid is shown: ${dollars(call.cents)}`;
    case 'seen in flight':
      return `what is on its way is shown: ${dollars(call.cents)}`;
  }
}

const second = (ms: number) => (Number.isFinite(ms) ? `${(ms / 1_000).toFixed(3)} s` : 'no end');

function linesOf<State, Call extends CardCall | DebtCall>({ before, operations }: Contradiction<State, Call>): string[] {
  const [last] = operations.slice(-1);
  return [
    `possible before: ${before
      .slice(0, 4)
      .map((state) => JSON.stringify(state))
      .join(' or ')}`,
    ...operations.map((one) => {
      const mark = one === last ? '>' : ' ';
      return `${mark} ${second(one.beganMs)} to ${second(one.endedMs)}${one.isCertain ? '' : ', maybe'}: ${described(one.call)}`;
    }),
  ];
}

function unorderedIn<State, Call extends CardCall | DebtCall>(model: Model<State, Call>, operations: readonly Operation<Call>[], before: State): string[] {
  try {
    const found = contradictionIn(model, operations, [before]);
    return found === null ? [] : linesOf(found);
  } catch (failure) {
    if (failure instanceof TooManyOrders) return [`it cannot be told: ${failure.message}`];
    throw failure;
  }
}

/** Compares the amounts of payments with those that were accepted by then: each is there once, and nothing that was not asked for. */
function wrongAmounts(where: string, amounts: readonly number[], { payments }: ReceiverHistory, atMs: number): string[] {
  const accepted = new Set(payments.filter(({ answer, endedMs }) => answer === 'accepted' && endedMs <= atMs).map(({ cents }) => cents));
  const asked = new Set(payments.filter(({ beganMs }) => beganMs <= atMs).map(({ cents }) => cents));
  return [
    ...[...accepted].filter((cents) => !amounts.includes(cents)).map((cents) => `${where}: the accepted payment of ${dollars(cents)} is missing`),
    ...amounts.filter((cents, place) => amounts.indexOf(cents) !== place).map((cents) => `${where}: the payment of ${dollars(cents)} is there twice`),
    ...amounts.filter((cents) => !asked.has(cents)).map((cents) => `${where}: nobody asked for a payment of ${dollars(cents)}`),
  ];
}

/** Returns what is wrong with each promise for one receiver, line by line; empty lists when all is well. */
export function judge(history: ReceiverHistory): Readonly<Record<string, readonly string[]>> {
  const { questions, payments, sales, reads, sweeps, repayments, calmsMs, power } = history;
  return {
    'the same question has the same answer': contradicted(questions),
    'decisions, card switch and limits have an order': unorderedIn<CardState, CardCall>(cardAccount, cardCalls(history), cardWith(power)),
    'payments and the amount owed have an order': unorderedIn(debt, debtCalls(history), nothingOwed),
    'every payment is made once': [
      ...repayments.flatMap(({ atMs, shown, debited }) => [
        ...wrongAmounts('repayments', shown, history, atMs),
        ...wrongAmounts('bank', debited, history, atMs),
      ]),
      ...contradicted(payments.filter(({ answer }) => answer !== 'too much' && answer !== 'too many')),
    ],
    'pages and files show what was acknowledged, once and in order': wrongReads(sales, reads, calmsMs),
    'tables are whole when all is calm': wrongSweeps(sales, sweeps),
  };
}
