import type { EventsAnswer } from '../../contract/events.ts';
import { eventStream, getEvents } from '../../contract/events.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { changeKinds } from '../../domain/receiver/changes.ts';
import type { Caller } from '../access/caller.ts';
import { requireMasquerade } from '../access/masquerade.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { requireStaffPermission } from '../access/storeStaff.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import type { ReportFile } from '../reports/reportFile.ts';
import { identifyCaller } from '../signIn/identifyCaller.ts';
import { beatSeconds } from './eventStreams.ts';

interface Opening {
  caller: Caller;
  view: ReceiverView;
  program: CurrentProgram;
  accessToken: string | undefined;
  wants: string;
  left: () => AbortSignal;
}

/** A stream ends this long before the access token that opened it, or after half of what is left of that. */
const beforeExpiryMs = 10_000;

/** Opens the stream of a receiver's changes, or describes it to a caller who does not accept one. Throws as `EventStreams.open` does. */
export async function openEvents(deps: Deps, { caller, view, program, accessToken, wants, left }: Opening): Promise<EventsAnswer | ReportFile> {
  if (wants !== eventStream) return { changes: [...changeKinds], beat_seconds: beatSeconds };
  const { expiresAt } = await deps.providers.authentication.verifyAccessToken(program, accessToken ?? '');
  const remainingMs = Math.max(0, expiresAt.getTime() - deps.machineClock().getTime());
  const body = deps.events.open({
    person: caller.personKey,
    receiverId: view.scope.receiverId,
    left: left(),
    lastsMs: remainingMs - Math.min(beforeExpiryMs, remainingMs / 2),
    mayGoOn: () => maySee(deps, { view, program, accessToken }),
  });
  return { contentType: eventStream, fileName: null, isLive: true, body };
}

/** Returns whether a session has not ended meanwhile, nor, for staff, the view of their customer or what a store's owner lets its staff see. */
async function maySee(deps: Deps, { view, program, accessToken }: Pick<Opening, 'view' | 'program' | 'accessToken'>): Promise<boolean> {
  try {
    const caller = await identifyCaller(deps, program, accessToken);
    if (!view.isOwn) await requireMasquerade(deps, caller, view.scope);
    if (caller.isStoreStaff) await requireStaffPermission(deps, caller, getEvents.storeStaff);
    return view.isOwn ? caller.receiverId === view.scope.receiverId : caller.admin || caller.support;
  } catch (refusal) {
    if (refusal instanceof DomainError) return false;
    throw refusal;
  }
}
