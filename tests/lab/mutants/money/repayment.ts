import { mistakesIn } from '../mistake.ts';

const draw = mistakesIn('server/domain/repayment/draw.ts', [
  ['const keyLifeMs = 47 * hourMs;', 'const keyLifeMs = 470 * hourMs;', 'A debit is repeated after the bank has forgotten its key.'],
  ["= ['sending', 'unknown'];", "= ['sending'];", 'A debit whose outcome is unknown is made a second time.'],
  ["...unsentStatuses, 'pending', 'posted']", "...unsentStatuses, 'pending']", 'A debit that the bank has posted is made a second time.'],
  ["new Set(['declined', 'failed', 'returned'])", "new Set(['declined', 'failed'])", 'A returned debit does not count as failed: the card stays open.'],
  ['larger(noMoney, smaller(amount, maximumDrawCents))', 'smaller(amount, maximumDrawCents)', 'A debit below zero is ordered.'],
  ['larger(noMoney, smaller(amount, maximumDrawCents))', 'larger(noMoney, amount)', 'A debit exceeds the $150,000 that the bank allows.'],
  [
    'addBusinessDays(debitDate, -noticeDays, isBankHoliday)',
    'addBusinessDays(debitDate, 1 - noticeDays, isBankHoliday)',
    'The merchant is notified of a debit one business day before it, not two.',
  ],
  ['draw.debit_date < day);', 'draw.debit_date <= day);', 'The rest above the largest debit is drawn on the same day.'],
  ['isCanceledDraw(draw) || draw.retry_of !== null', 'draw.retry_of !== null', 'A debit that never reached the bank is not replaced on its day.'],
  ['stageOf(status) > stageOf(known)', 'stageOf(status) < stageOf(known)', 'A settled debit goes back to posted when events arrive out of order.'],
  ['account.plaid_access_token !== BLANK && !isFrozen(account)', 'account.plaid_access_token !== BLANK', 'A locked account is debited.'],
]);

const allocation = mistakesIn('server/domain/repayment/allocation.ts', [
  ['due.failed_draw_id !== null ? 2 :', 'due.failed_draw_id !== null ? 0 :', 'A draw pays what failed before its own due date.'],
  ['due.due_date === order.due_date ? 0 : 1', 'due.due_date === order.due_date ? 1 : 1', 'A draw pays another due date than its own.'],
  ['due.failed_draw_id === order.draw_id ? 0 : 1', 'due.failed_draw_id === order.draw_id ? 1 : 1', 'A retry pays something else than the amount that failed.'],
  ['return place === -1 ? order.dues.length : place;', 'return 0;', 'A refund, or a payment for a purchase, pays another purchase.'],
  [
    "beforeFailed: PayingOrder = { first: 'not_failed', due_date: null };",
    "beforeFailed: PayingOrder = { first: 'oldest' };",
    'Cashback breaks a retry, which has to be whole.',
  ],
  ['(one.due_date === other.due_date ? placeOf(one) - placeOf(other) : 0) || ', '', 'Of one day what failed is paid last.'],
  ['!isCredit(part)).toReversed()', '!isCredit(part))', 'What an entry paid first is taken back first.'],
  ['...own.filter(isCredit), ...own', '...own', 'A credit stays where the entry is no more.'],
  ['this.#takeBack(ofDue.toReversed(), excess)', 'this.#takeBack(ofDue, excess)', 'Of a due that shrinks what was paid first is taken back.'],
  ['this.#move({ ...part, ...credit });', '', 'What was paid of a purchase that is no more is gone.'],
  ['if (part.failed_draw_id !== null) this.#release(due, part.amount_cents);', '', 'An amount that failed holds the account though its purchase was canceled.'],
  ['book.shrink();', '', 'What was paid of a purchase that is no more pays nothing else.'],
  ['book.payWithCredits();', 'if (entry !== null) book.payWithCredits();', 'A credit pays nothing that is bought later.'],
  ["keepsCashback && source === 'cashback'", "keepsCashback && source === 'credit'", 'A payout takes cashback for used, and the next pays it out.'],
  ['if (failed !== null) book.claim', 'if (failed?.dues) book.claim', 'An account whose debit failed may go on spending.'],
  ['larger(noMoney, subtract(amount_cents, known))', 'amount_cents', 'A retry that fails counts its amount twice.'],
  ['(freed.length > 0 ? freed : null)', 'null', 'A debit that came back holds other dues than those that it had paid.'],
  ['=> failed_draw_id === null);', '=> failed_draw_id !== undefined);', 'Two debits that failed hold the same amount.'],
]);

const refunded = mistakesIn('server/domain/repayment/refundedPurchases.ts', [
  ['.toReversed()', '', 'A refund gives back the first weekly part.'],
  ['larger(noMoney, subtract(due, gone))', 'due', 'A purchase is given back twice.'],
  ['left = subtract(left, part);', '', 'One refund gives back every purchase.'],
]);

const failed = mistakesIn('server/domain/repayment/failedAmounts.ts', [
  ['const attempts = 2;', 'const attempts = 3;', 'A failed debit is presented a third time by our terms.'],
  ['const attempts = 2;', 'const attempts = 1;', 'A failed debit is never presented again.'],
  ['const retryDays = 180;', 'const retryDays = 18;', 'A debit that came back late is not presented again.'],
  ['const retryDays = 180;', 'const retryDays = 1_800;', 'A debit is presented again after 180 days.'],
  ['const retryAfterDays = 2;', 'const retryAfterDays = 1;', 'A failed debit is presented again a day too early.'],
  [".action !== 'retry') return null;", ".action === 'stop') return null;", 'A debit of a closed account is presented again.'],
  ['isBeingPaid ? null : retryDay', 'retryDay', 'A failed amount is debited while a payment of it is on its way.'],
  ['laterDay(retryOn, noticed)', 'retryOn', 'What is left after a payment is debited unannounced.'],
  ['const isRetry = left_cents === draw.amount_cents;', 'const isRetry = left_cents > 0;', 'A part of a debit is presented as the same debit.'],
  ['day <= collectUntil ? day', 'day ? day', 'A debit is promised that never comes.'],
  ['`Retry ${presentment - 1}`', "'REPAYMENT'", 'A further presentment is not marked as one: Nacha takes it for a new debit.'],
  ['&& one.amount_cents === amount_cents', '', 'What is left of an amount is marked as a presentment of all of it.'],
  [
    "one.status === 'returned' && one.bank_account_id === accountId",
    'one.bank_account_id === accountId',
    'A debit that was never presented counts as a presentment.',
  ],
]);

const codes = mistakesIn('server/domain/repayment/returnCodes.ts', [
  ["R01: retry('Insufficient funds", "R01: staff('Insufficient funds", 'A debit without cover is not presented again.'],
  ["R09: retry('Uncollected funds", "R09: staff('Uncollected funds", 'A debit of money not yet available is not presented again.'],
  ["R02: relink('Account closed", "R02: staff('Account closed", 'A closed account stays linked.'],
  ["R03: relink('No account, or account not found", "R03: retry('No account, or account not found", 'An account that does not exist is debited again.'],
  ["R04: relink('Invalid account number", "R04: staff('Invalid account number", 'An account with a wrong number stays linked.'],
  [
    "R05: stop('Unauthorized debit of a consumer account by a corporate class",
    "R05: staff('Unauthorized debit of a consumer account by a corporate class",
    'A person’s account is debited on without authorization.',
  ],
  ["R07: stop('Authorization revoked", "R07: retry('Authorization revoked", 'A debit is presented again after its authorization was withdrawn.'],
  ["R08: staff('Payment stopped", "R08: retry('Payment stopped", 'A debit is presented again after its payment was stopped.'],
  ["R10: stop('Originator not known, or not authorized", "R10: staff('Originator not known, or not authorized", 'Debits go on after one was not authorized.'],
  ["R16: staff('Account frozen", "R16: retry('Account frozen", 'A frozen account is debited again.'],
  ["R20: relink('Not a transaction account", "R20: staff('Not a transaction account", 'An account that cannot be debited stays linked.'],
  [
    "R29: stop('Corporate customer advises not authorized",
    "R29: staff('Corporate customer advises not authorized",
    'Debits go on after a business refused one.',
  ],
  ['return !refusals.has(code);', 'return refusals.size < 0 && code.length > 0;', 'A failure of our own is told to the merchant as theirs.'],
]);

const cashback = mistakesIn('server/domain/repayment/cashback.ts', [
  ['counts_on <= deadlineOf(due_date)', 'counts_on < deadlineOf(due_date)', 'A payment on the last day earns no cashback.'],
  [' && counts_on <= deadlineOf(due_date)', '', 'A late payment earns cashback.'],
  ['smaller(amount, inTime)', 'inTime', 'Cashback is kept for a purchase that was refunded.'],
  ['smaller(amount, inTime)', 'amount', 'A purchase earns cashback before it is paid.'],
  ['isComplete(due_date) && !notFinal', '!notFinal', 'Cashback is credited while more can be bought for the due date.'],
  ['&& !notFinal.has(due_date) ', '', 'Cashback is credited while a payment can come back.'],
  ['|| !isAwaited()', '|| true', 'Cashback is credited in pieces while payments are on their way.'],
  ['facts.canBePaidInTime(due_date) || awaited', 'facts.canBePaidInTime(due_date) && awaited', 'Cashback is credited while what is due can be paid in time.'],
  [': smaller(one.cashback_cents, booked)', ': booked', 'Cashback is kept while a payment that came back may be made again.'],
  ['(date) => !known.has(date)', '() => false', 'Cashback is kept for a purchase that was canceled.'],
  ['subtract(cashback_cents, before.get(due_date) ?? noMoney)', 'cashback_cents', 'Cashback that was credited is promised again.'],
  ['today <= facts.deadlineOf(due_date)', 'today > facts.deadlineOf(due_date)', 'Cashback is promised for a late payment.'],
]);

const final = [
  ...mistakesIn('server/domain/repayment/finalMoney.ts', [
    ['addCalendarDays(returnWindow, 1)', 'addCalendarDays(returnWindow, 0)', 'A repayment is final on the last day on which it can come back.'],
    ['if (isBusiness && afterWindow !== null)', 'if (afterWindow !== null)', 'A person’s debit is final before they can no longer object to it.'],
    ['isBusiness ? finalAfter.business : finalAfter.personal', 'finalAfter.business', 'A person has no longer to object than a business.'],
  ]),
  ...mistakesIn('server/domain/spendingPower/heldBack.ts', [
    ['final_on !== null && final_on <= today', 'final_on !== null', 'A repayment is spent, or paid out, while it can come back.'],
    ['finalInARow >= rule.afterFinalRepayments', 'finalInARow >= 0', 'A new account is trusted.'],
    ['(draw.finished_at?.getTime() ?? 0) > lastFailure)', 'lastFailure >= 0)', 'An account is trusted on after a debit came back.'],
    ['subtract(notFinal, trusted)', 'notFinal', 'No account is trusted.'],
  ]),
];

const payout = mistakesIn('server/domain/payout/creditPayout.ts', [
  ['const waiting = smaller(credit, notFinal);', 'const waiting = smaller(noMoney, notFinal);', 'A repayment that can still come back is paid out.'],
  ['subtract(subtract(credit, waiting), kept)', 'subtract(credit, waiting)', 'Cashback is paid out.'],
]);

const terms = [
  ...mistakesIn('server/domain/repayment/purchaseTerms.ts', [
    ['Math.max(1, Math.ceil(net_terms / 7))', 'Math.max(1, Math.floor(net_terms / 7))', 'A begun week has no weekly debit.'],
    ['isCash(purchase) ? 0 : program.cashbackBasisPoints', 'program.cashbackBasisPoints', 'Cash earns cashback.'],
    ['addCalendarDays(first_due_date, 7 * week)', 'addCalendarDays(first_due_date, week)', 'Weekly debits are made daily.'],
  ]),
  ...mistakesIn('server/domain/repayment/inTime.ts', [
    [': facts.today;', ': paymentDeadline(dueDate, facts.isBankHoliday);', 'What is drawn after a debit failed earns cashback.'],
    ['isInTime ? paymentDeadline(dueDate, facts.isBankHoliday)', 'isInTime ? facts.today', 'What we draw late is late.'],
    ['&& authorizedOn <= deadline', '', 'What could not be debited on its day is in time.'],
    ['deadline <= draw.failedOn', 'deadline < draw.failedOn', 'A payment that failed on the last day leaves the next one in time.'],
    ['draw.debit_date <= deadline && ', '', 'A payment that was late from the beginning makes a draw of ours late.'],
  ]),
  ...mistakesIn('server/domain/repayment/arrears.ts', [
    [
      'addBusinessDays(unlockedOn, noticeDays, isBankHoliday)',
      'addBusinessDays(unlockedOn, 0, isBankHoliday)',
      'Arrears are drawn unannounced on the day of the unlocking.',
    ],
    ['return !made.some(', 'return made.length >= 0 || !made.some(', 'All arrears are drawn in one go.'],
  ]),
];

const payNow = mistakesIn('server/domain/repayment/payNow.ts', [
  ['const payable = subtract(owed, inFlight);', 'const payable = owed;', 'A payment pays again what is in flight.'],
  ['due_date === expected[0]?.due_date', 'due_date >= String(expected[0]?.due_date)', 'The next payment takes what is due later, too.'],
  ["facts.choice.pay === 'purchase'", "facts.choice.pay === 'all'", 'A payment for one purchase is said to pay another.'],
  ['smaller(payable, choice.unpaid_cents)', 'choice.unpaid_cents', 'Paying one purchase takes more than is owed.'],
  ['if (amount > most)', 'if (amount < most)', 'A payment takes more than can be paid.'],
  ['const bankingDaysToSettle = 2;', 'const bankingDaysToSettle = 5;', 'The promised day of settlement is not the bank’s.'],
  ['add(power.trust.notFinal, amount)', 'power.trust.notFinal', 'The preview frees at once what can still come back.'],
  ['subtract(final, settled)', 'subtract(final, final)', 'The preview says that a payment frees nothing.'],
]);

const schedule = mistakesIn('server/domain/repayment/schedule.ts', [
  [
    'other.cashback_basis_points - one.cashback_basis_points',
    'one.cashback_basis_points - other.cashback_basis_points',
    'Of one day what earns least is paid first.',
  ],
  ['cents(15_000_000)', 'cents(1_500_000)', 'The largest debit is $15,000.'],
  [
    'return bankDebitDay(dueDate, isBankHoliday);',
    'return isBankHoliday(dueDate) ? dueDate : dueDate;',
    'A payment due on a closed day is late on the day of its debit.',
  ],
]);

const upcoming = mistakesIn('server/domain/repayment/upcomingDebits.ts', [
  ['if (!isBusinessDay(day, isBankHoliday)) return [];', '', 'A debit is ordered on a day the banks are closed.'],
  ['let left = subtract(owed, inFlight);', 'let left = owed;', 'What is in flight is debited again.'],
  ['smaller(sum(unpaid.get(due_date) ?? []), left)', 'sum(unpaid.get(due_date) ?? [])', 'Purchases that are only held are debited.'],
  ['left = subtract(left, amount_cents);', '', 'A purchase that is only held is debited with the second due date of a day.'],
  ['({ failed_draw_id }) => failed_draw_id === null', '() => true', 'What failed is carried by every later debit.'],
  ['left = subtract(left, left_cents);', '', 'What is settled pays other debts before what failed.'],
  ['&& left_cents <= left;', '', 'A failed amount is presented again though its purchases are only held by now.'],
  ['&& day <= collectUntil ', '', 'An amount that waits for the money is presented again after 180 days.'],
  ['made.filter((draw) => draw.due_date === due_date)', 'made.filter((draw) => draw.due_date > due_date)', 'A failed debit is made anew each day.'],
  ['inFlight: add(facts.inFlight, sum(draws))', 'inFlight: facts.inFlight', 'The notice of a debit counts the debit before it again.'],
  ['most_cents === null ? most :', 'most_cents !== null ? most :', 'What was put off is debited on its own day all the same.'],
]);

const days = mistakesIn('server/domain/repayment/drawDays.ts', [
  ['deadline <= day ||', 'deadline < day ||', 'Every debit is made a day late.'],
  ['next !== null && deadline < next', 'next !== null && deadline <= next', 'A weekly debit takes what is due on the day of the next one.'],
]);

const safe = mistakesIn('server/domain/repayment/safeDraws.ts', [
  ['add(unposted, cushion)', 'unposted', 'A debit leaves nothing for the others of its day.'],
  ['add(unposted, cushion)', 'cushion', 'Debits that the bank does not know of yet are drawn on a second time.'],
  ['retry_of !== null || hasUnpaidDraw || day', 'hasUnpaidDraw || day', 'What came back is presented again while the money is missing.'],
  ['hasUnpaidDraw = true;', '', 'Every waiting rest of a day comes back.'],
  ['leftAtOther = subtract(leftAtOther, amount_cents);', '', 'The other bank is debited beyond what it can bear.'],
]);

const arranged = mistakesIn('server/domain/repayment/drawArrangement.ts', [
  ['day < first_on;', 'day <= first_on;', 'A draw that was moved comes a day late.'],
  ['isTooEarly || (rest_on !== null && isFirstMade)', 'isTooEarly', 'The first part of a draw is drawn each day until its second.'],
]);

export const repaymentMistakes = [
  ...draw,
  ...allocation,
  ...refunded,
  ...failed,
  ...codes,
  ...cashback,
  ...final,
  ...payout,
  ...terms,
  ...payNow,
  ...schedule,
  ...upcoming,
  ...days,
  ...safe,
  ...arranged,
];
