import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

/** Puts away home's panel of what to do first, for good. Returns the view as it is then; a repetition changes nothing. */
export async function dismissFirstSteps({ database, clock }: Pick<Deps, 'database' | 'clock'>, view: ReceiverView): Promise<ReceiverView> {
  if (view.receiver.first_steps_dismissed_at !== null) return view;
  const own = databaseOf(database, view.scope).receiver;
  await own.update({ data: { first_steps_dismissed_at: clock() } });
  return { ...view, receiver: await own.findUniqueOrThrow() };
}
