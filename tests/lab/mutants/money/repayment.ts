import { mistakesIn } from '../mistake.ts';

const draw = mistakesIn('server/domain/repayment/draw.ts', [
  ['const keyLifeMs = 47 * hourMs;', 'const keyLifeMs = 470 * hourMs;', 'A debit is repeated after the bank has forgotten its key.'],
  ["= ['sending', 'unknown'];", "= ['sending'];", 'A debit whose outcome is unknown is made a second time.'],
  ["...unsentStatuses, 'pending', 'posted']", "...unsentStatuses, 'pending']", 'A debit that the bank has posted is made a second time.'],
  ["new Set(['declined', 'failed', 'returned'])", "new Set(['declined', 'failed'])", 'A returned debit does not count as failed: the card stays open.'],
  ['smaller(dueBy(schedule, dueDate), owed)', 'dueBy(schedule, dueDate)', 'Purchases that are only held are debited.'],
  ['subtract(smaller(dueBy(schedule, dueDate), owed), inFlight)', 'smaller(dueBy(schedule, dueDate), owed)', 'What is in flight is debited again.'],
  [', inFlight), reserved));', ', inFlight), subtract(reserved, reserved)));', 'What failed is carried by every later debit.'],
  ['payment_due_date.seconds <= until', 'payment_due_date.seconds < until', 'What is due on the day itself is not debited.'],
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

const failed = mistakesIn('server/domain/repayment/failedDebits.ts', [
  ['const attempts = 2;', 'const attempts = 3;', 'A failed debit is presented a third time by our terms.'],
  ['const attempts = 2;', 'const attempts = 1;', 'A failed debit is never presented again.'],
  ['const retryDays = 180;', 'const retryDays = 18;', 'A debit that came back late is not presented again.'],
  ['const retryDays = 180;', 'const retryDays = 1_800;', 'A debit is presented again after 180 days.'],
  [
    'addBusinessDays(latest.failedOn, 2, isBankHoliday)',
    'addBusinessDays(latest.failedOn, 1, isBankHoliday)',
    'A failed debit is presented again a day too early.',
  ],
  [".action !== 'retry') return null;", ".action === 'stop') return null;", 'A debit of a closed account is presented again.'],
  ['`Retry ${presentment - 1}`', "'REPAYMENT'", 'A further presentment is not marked as one: Nacha takes it for a new debit.'],
  [
    "one.status === 'returned' && one.bank_account_id === accountId",
    'one.bank_account_id === accountId',
    'A debit that was never presented counts as a presentment.',
  ],
  ['left = add(left, amount.uncollected);', 'left = add(left, amount.draw.amount_cents);', 'What was paid before a debit failed is still kept for it.'],
  ['between(subtract(left, subtract(total, seen)), amounts)', 'left', 'A payment of the merchant does not lower the failed amount.'],
  ['shares.get(amount) === amount.draw.amount_cents', 'shares.get(amount) !== undefined', 'A failed amount is presented again though part of it was paid.'],
  ['other.due_date.localeCompare(one.due_date)', 'one.due_date.localeCompare(other.due_date)', 'A payment pays the newest failed amount first.'],
  ['if (leftTogether(failed, arrived) > 0) return true;', '', 'An account whose debit failed may go on spending.'],
  ['hadSettled || !isScheduled(draw) ? owed', '!isScheduled(draw) ? owed', 'A debit that came back holds nothing where its money had paid what is due later.'],
  ['{ ...credits, underway: credits.received }', 'credits', 'A payment on its way ends the hold before it has arrived.'],
  [
    'isFailedDraw(draw) && draw.uncollected_cents === null',
    'isFailedDraw(draw) && draw.uncollected_cents !== null && owed < 0',
    'A failed payment of the merchant holds nothing.',
  ],
  ['firstId(other) !== firstId(draw)', 'other.id !== draw.id', 'A retry that fails counts its amount twice.'],
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
  ["R08: stop('Payment stopped", "R08: retry('Payment stopped", 'A debit is presented again after its payment was stopped.'],
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
  [
    'receipt.repayment.plannedDay > deadlineOf(part.due_date)',
    'receipt.repayment.plannedDay >= deadlineOf(part.due_date)',
    'A payment on the last day earns no cashback.',
  ],
  ['receipt.repayment === null || receipt.repayment.plannedDay > deadlineOf(part.due_date)', 'receipt.repayment === null', 'A late payment earns cashback.'],
  ['if (receipt.repayment.isSettled) part.paidInTime', 'part.paidInTime', 'A payment earns cashback before it has settled.'],
  ['isFinal: isComplete(due_date) && ', 'isFinal: ', 'Cashback is credited while more can be bought for the due date.'],
  ['&& !isAwaited', '', 'Cashback is credited in pieces while payments are on their way.'],
  [
    'part.unpaid = add(part.unpaid, amount);\n    } else',
    'part.unpaid = add(part.unpaid, noMoney);\n    } else',
    'What came back stays paid, and earns cashback.',
  ],
  ['for (const part of [...own, ...parts]) {', 'for (const part of parts) {', 'A draw pays another due date than its own.'],
  ['payment.left = subtract(payment.left, amount);', '', 'One payment pays every due date.'],
  ['for (const freed of endRefunded(payment, made)) open.add(freed);', '', 'Cashback is kept for a purchase that was refunded.'],
  [
    'isFinal ? cashback_cents : smaller(cashback_cents, booked)',
    'isFinal ? cashback_cents : booked',
    'Cashback is kept while a payment that came back may be made again.',
  ],
  [' || (part.isPayout && payment.receipt.isCashback)', '', 'A payout takes cashback for used, and the next pays it out.'],
]);

const payout = mistakesIn('server/domain/payout/creditPayout.ts', [
  ['finalOn !== null && finalOn <= today ? []', 'finalOn !== null ? []', 'A repayment is paid out as soon as its funds are available.'],
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
    ['if (!isScheduled(draw)) return draw.debit_date;', '', 'A payment that the merchant makes late counts as in time.'],
    [
      '? draw.debit_date : paymentDeadline',
      '? paymentDeadline(draw.due_date, isBankHoliday) : paymentDeadline',
      'The second presentment of a failed debit earns cashback.',
    ],
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
  ['unpaidEntries(schedule, inFlight)[0]', 'unpaidEntries(schedule, noMoney)[0]', 'The next payment includes a payment that is in flight.'],
  ['smaller(payable, choice.unpaid_cents)', 'choice.unpaid_cents', 'Paying one purchase takes more than is owed.'],
  ['if (amount > most)', 'if (amount < most)', 'A payment takes more than can be paid.'],
  ['const bankingDaysToSettle = 2;', 'const bankingDaysToSettle = 5;', 'The promised day of settlement is not the bank’s.'],
  ['subtract(facts.outstanding, amount)', 'facts.outstanding', 'The preview says that a payment frees nothing.'],
]);

const schedule = mistakesIn('server/domain/repayment/schedule.ts', [
  ['add(noMoney, ...refunds.map((due) => due.amount_cents))', 'noMoney', 'A refund lowers no payment.'],
  ['larger(noMoney, negate(creditOf(paid)))', 'noMoney', 'A credit taken back beyond what was given is never collected.'],
  ['cents(15_000_000)', 'cents(1_500_000)', 'The largest debit is $15,000.'],
  [
    'return bankDebitDay(dueDate, isBankHoliday);',
    'return isBankHoliday(dueDate) ? dueDate : dueDate;',
    'A payment due on a closed day is late on the day of its debit.',
  ],
]);

const upcoming = mistakesIn('server/domain/repayment/upcomingDebits.ts', [
  ['if (!isBusinessDay(day, isBankHoliday)) return [];', '', 'A debit is ordered on a day the banks are closed.'],
  ['underway = add(underway, amount_cents);', '', 'Two due dates of one day are debited twice.'],
  ['made.filter((draw) => draw.due_date === due_date)', 'made.filter((draw) => draw.due_date > due_date)', 'A failed debit is made anew each day.'],
  ['inFlight = add(inFlight, sum(draws));', '', 'The notice of a debit counts the debit before it again.'],
  ['putOff = add(putOff, subtract(most, amount_cents));', '', 'What was put off is carried by another debit of the same day.'],
  ['isLeft ? noMoney : most_cents === null', 'most_cents === null', 'What was put off is debited a day early, by the draw of a later due date.'],
]);

const days = mistakesIn('server/domain/repayment/drawDays.ts', [
  ['deadline <= day ||', 'deadline < day ||', 'Every debit is made a day late.'],
  ['next !== null && deadline < next', 'next !== null && deadline <= next', 'A weekly debit takes what is due on the day of the next one.'],
]);

const safe = mistakesIn('server/domain/repayment/safeDraws.ts', [
  ['subtract(free, larger(cushion, share(free, cushionBasisPoints)))', 'free', 'A debit leaves nothing for the others of its day.'],
  ['subtract(available, unposted)', 'available', 'Debits that the bank does not know of yet are drawn on a second time.'],
  ['retry_of !== null || hasUnpaidDraw || day', 'hasUnpaidDraw || day', 'What came back is presented again while the money is missing.'],
  ['hasUnpaidDraw = true;', '', 'Every waiting rest of a day comes back.'],
  ['leftAtOther = subtract(leftAtOther, amount_cents);', '', 'The other bank is debited beyond what it can bear.'],
]);

const arranged = mistakesIn('server/domain/repayment/drawArrangement.ts', [
  ['if (day < first_on) return', 'if (day <= first_on) return', 'A draw that was moved comes a day late.'],
  ['isFirstMade ? noMoney : first_cents', 'first_cents', 'The first part of a draw is drawn each day until its second.'],
]);

export const repaymentMistakes = [
  ...draw,
  ...failed,
  ...codes,
  ...cashback,
  ...payout,
  ...terms,
  ...payNow,
  ...schedule,
  ...upcoming,
  ...days,
  ...safe,
  ...arranged,
];
