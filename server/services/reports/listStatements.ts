import { statementOffers } from '../../domain/reports/statements.ts';
import type { Deps } from '../deps.ts';

/** Lists the statements of the last twelve months, newest first, those of the card before those of the repayments. */
export function listStatements({ clock }: Pick<Deps, 'clock'>) {
  const now = clock();
  return { statements: [...statementOffers('card', now), ...statementOffers('repayments', now)] };
}
