import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { Refused } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';

/**
 * Tells the bank's provider that a draw came back about whose risk it was asked, so that its scores learn from it. May be repeated.
 * Throws the provider's failure, but gives up where it refuses the report.
 */
export async function reportReturn(deps: Deps, scope: ReceiverScope, drawId: string): Promise<void> {
  const own = databaseOf(deps.database, scope);
  const draw = await own.draw.findUniqueOrThrow({ where: { receiver_id_id: { id: drawId } } });
  const where = { receiver_id_provider_key: { provider_key: draw.provider_key } };
  const evaluation = await own.drawEvaluation.findUnique({ where });
  const { failure_code: returnCode, finished_at: returnedAt, provider_key: key } = draw;
  if (!evaluation || evaluation.reported_at || returnCode === null || returnedAt === null) return;
  try {
    await deps.providers.bank.reportReturn({ key, returnCode, returnedAt });
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    deps.log.warn({ draw: drawId, code: failure.code }, 'the bank’s provider refused the report of a return');
  }
  await own.drawEvaluation.update({ where, data: { reported_at: deps.clock() } });
}
