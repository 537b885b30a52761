import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type SentWarning, warningDue } from '../../domain/mail/mailTimes.ts';
import { type UsedPower, type UsedThreshold, usedThreshold, usedThresholds } from '../../domain/spendingPower/spendingPowerFigures.ts';
import type { Deps } from '../deps.ts';

/** Returns a warning's key. It contains the time of the previous warning of its threshold, so that repeated requests collapse to one. */
function warningName(threshold: UsedThreshold, before: SentWarning | undefined): string {
  return `${threshold} after ${before?.at.toISOString() ?? 'none'}`;
}

/** Returns the threshold in a warning's key; null for an unknown one. */
export function readWarningName(about: string): UsedThreshold | null {
  return usedThresholds.find((threshold) => String(threshold) === about.split(' ')[0]) ?? null;
}

/** Returns the warnings so far, the latest first: mails that were sent, and alerts, which also tell somebody without the mail. */
async function sentWarnings(transaction: Transaction, scope: ReceiverScope): Promise<readonly SentWarning[]> {
  const own = databaseOf(transaction, scope);
  const kind = 'spending_power_warning';
  const mails = await own.emailSent.findMany({ where: { kind, sent_at: { not: null } } });
  const alerts = await own.alertSent.findMany({ where: { kind } });
  const told = [
    ...mails.map(({ dedupe_key, sent_at }) => ({ about: dedupe_key, at: sent_at })),
    ...alerts.map(({ fact, created_at }) => ({ about: fact, at: created_at })),
  ];
  return told
    .flatMap(({ about, at }) => {
      const threshold = readWarningName(about);
      return threshold === null || at === null ? [] : [{ threshold, at }];
    })
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
}

interface Usage {
  /** Null before the first computation of spending power. */
  before: UsedPower | null;
  after: UsedPower;
}

/**
 * Queues a warning when use of spending power has just reached a threshold, each at most once a week. The
 * receiver's row must be held; a job sends the mail after the transaction.
 */
export async function warnOfSpending({ queue, clock }: Deps, transaction: Transaction, scope: ReceiverScope, { before, after }: Usage): Promise<void> {
  const sent = await sentWarnings(transaction, scope);
  const reachedBefore = before && usedThreshold(before);
  const threshold = warningDue({ reached: usedThreshold(after), reachedBefore, sent, now: clock() });
  if (threshold === null) return;
  const about = warningName(
    threshold,
    sent.find((warning) => warning.threshold === threshold),
  );
  await queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'spending_power_warning', about }, { transaction });
}
