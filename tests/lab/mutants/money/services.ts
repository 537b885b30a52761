import { mistakesIn } from '../mistake.ts';

const sending = mistakesIn('server/services/repayment/sendDraw.ts', [
  [
    'if (isRepeat && (isTooOld || account === null) && (await finishFromBank(deps, scope, draw))) return;',
    '',
    'A debit whose key the bank may have forgotten is given up without a look at the bank.',
  ],
  [
    'return smaller(planned, limitToOneDraw(subtract(owed, inFlight)));',
    'return add(planned, subtract(owed, owed), subtract(inFlight, inFlight));',
    'A planned debit takes what a refund has paid meanwhile.',
  ],
  [
    'return isFrozen(receiver) || (await hasUnknownDebit(transaction, scope));',
    'return hasUnknownDebit(transaction, scope);',
    'A planned debit of a locked account is sent.',
  ],
  [
    'return isFrozen(receiver) || (await hasUnknownDebit(transaction, scope));',
    'return isFrozen(receiver);',
    'A planned debit is sent beside one that our books do not know.',
  ],
  ['if (lost !== null && !lost.isSettled) return lost;', '', 'A debit is made again that the bank made before the database was restored.'],
  ["data: { status: 'declined',", "data: { status: 'cancelled',", 'A debit that the bank declined has not failed.'],
]);

const syncing = mistakesIn('server/services/repayment/syncTransfer.ts', [
  [
    'if (known && !isLaterTransferStatus(transfer.status, known.status)) return copyToDraw',
    'if (!known) return copyToDraw',
    'An old state of a debit replaces a newer one.',
  ],
  ['if (isSettledTransfer(transfer.status)) {', 'if (!isFailedDraw(transfer)) {', 'A receipt is sent before the bank has settled anything.'],
]);

const following = mistakesIn('server/services/repayment/followFailedDraw.ts', [
  ["kind: 'repayment_failed', about: drawId", "kind: 'repayment_receipt', about: drawId", 'A merchant whose debit failed gets a receipt.'],
  ["if (action === 'relink')", "if (action === 'retry')", 'A closed account stays linked.'],
  ["if (action === 'stop')", "if (action === 'retry')", 'Debits go on after one was not authorized.'],
  [
    "if (action !== 'stop' && action !== 'staff') return;",
    "if (action !== 'relink') return;",
    'Staff are not told of a debit that only they can decide about.',
  ],
  ['if (paidOut === 0) return;', 'if (paidOut >= 0) return;', 'Staff are not told of a debit that came back after it was paid out.'],
]);

const planning = [
  ...mistakesIn('server/services/repayment/planDraws.ts', [
    [
      'if (!(await isDrawnFrom(transaction, scope, receiver))) return;',
      'await isDrawnFrom(transaction, scope, receiver);',
      'A locked account is debited by plan.',
    ],
    ['debit_date: startOfDay(day)', 'debit_date: startOfDay(due_date)', 'A debit on a Monday is recorded for the Sunday before it.'],
  ]),
  ...mistakesIn('server/services/repayment/payNow.ts', [
    [
      "if (shown.amount_cents !== choice.amount_cents) throw new DomainError('amount_changed');",
      '',
      'A payment takes another amount than the merchant confirmed.',
    ],
    ["if (shown.amount_cents === 0) throw new DomainError('nothing_to_pay');", '', 'A payment of nothing is sent to the bank.'],
  ]),
];

const books = [
  ...mistakesIn('server/services/ledger/account.ts', [
    ['has_unpaid_draw: hasUnpaidDraw', 'has_unpaid_draw: false', 'The card stays open after a failed debit.'],
    ['inFlight: sum(inFlight),', 'inFlight: sum([]),', 'Debits in flight are forgotten.'],
    ['afterDraws(notAtBank, inFlight.filter(isUnsent))', 'notAtBank', 'What the bank is asked for is planned again.'],
  ]),
  ...mistakesIn('server/services/ledger/book.ts', [
    ['failed: isFailedDraw(subject) ?', "failed: subject.status === 'failed' ?", 'A payment that comes back holds nothing.'],
    ['draw_id: retry_of ?? id', 'draw_id: id', 'A retry that fails is an amount of its own.'],
    ['await storeRefundedPurchases(transaction, scope, token, parts);', '', 'Cashback is kept for a purchase that came back.'],
    [
      'await transfersOfSubject(transaction, scope, subject.subject_id)',
      '(await transfersOfSubject(transaction, scope, subject.subject_id)).slice(1)',
      'A purchase that changes is booked again from the beginning.',
    ],
  ]),
];

const card = [
  ...mistakesIn('server/services/card/purchases/syncCardTransaction.ts', [
    ['if (known && isOutdated(fetched.updatedAt, known.updated_at)) return;', '', 'A late report of a purchase replaces a newer one.'],
  ]),
  ...mistakesIn('server/services/card/purchases/decideAuthorization.ts', [
    ['is_open: decision.approved && asked.amount_cents > 0,', 'is_open: false,', 'What was approved a moment ago does not count.'],
    ['takes ? amountCents : noMoney', 'takes ? noMoney : amountCents', 'Every purchase is approved, whatever its amount.'],
    ['if (same) return { answer: answerBefore(same), decision: null };', '', 'A repeated question gets another answer.'],
  ]),
  ...mistakesIn('server/services/card/state/pushCardState.ts', [
    ['&& !card.is_paused_by_receiver', '', 'A card that its holder has paused is opened when a hold ends.'],
  ]),
];

export const serviceMistakes = [...sending, ...syncing, ...following, ...planning, ...books, ...card];
