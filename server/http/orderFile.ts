import { callName } from '../contract/call.ts';
import type { RouteContract } from '../contract/define.ts';
import type { Caller } from '../services/access/caller.ts';
import type { ReceiverView } from '../services/access/viewReceiver.ts';
import type { Deps } from '../services/deps.ts';
import type { ReportFile } from '../services/reports/reportFile.ts';

interface Ordering {
  caller: Caller;
  view: ReceiverView;
  params: unknown;
  query: unknown;
  wants: string;
  left: () => AbortSignal;
}

/** Lets a process for files answer a call, so that nothing long runs on the event loop of this process. */
export function orderFile(
  { files }: Pick<Deps, 'files'>,
  contract: RouteContract,
  { caller, view, params, query, wants, left }: Ordering,
): Promise<ReportFile> {
  return files.make({ call: callName(contract), view, params, query, wants }, { caller: caller.receiverId, left: left() });
}
