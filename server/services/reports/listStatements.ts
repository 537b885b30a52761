import { statementOffers } from '../../domain/reports/statements.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Lists the statements of the last twelve months, newest first, those of the card before those of the repayments; none for a customer who may not see them. */
export function listStatements({ clock }: Pick<Deps, 'clock'>, { receiver }: Pick<ReceiverView, 'receiver'>) {
  if (!receiver.see_statements) return { statements: [] };
  const now = clock();
  return { statements: [...statementOffers('card', now), ...statementOffers('repayments', now)] };
}
