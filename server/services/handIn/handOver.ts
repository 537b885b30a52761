import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import { addLaunchCode, takeLaunchCode } from '../../db/queries/launchCodes.ts';
import type { Receiver } from '../../db/rows.ts';
import { storedJson } from '../../db/storedJson.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Origin } from '../access/auditEntry.ts';
import { type Caller, type CallerSession, callerOf } from '../access/caller.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import type { PlatformPerson } from './handedInSession.ts';
import { placeOf } from './placeOf.ts';

/** How long a code may be used: the page that it opens uses it at once. */
const codeMs = 60_000;

const launchSchema = z.object({ session_id: z.uuid(), place: z.string() });
const launchJson = storedJson<z.infer<typeof launchSchema>>('what a launch code carries', [launchSchema]);

const hashOf = (code: string) => createHash('sha256').update(code).digest('hex');

/**
 * Makes a code with which a platform's frame opens the full site for the same person. It works once, within a minute, and
 * only from the browser that asked. Throws `forbidden` for a caller whom no platform handed in.
 */
export async function makeHandOverCode(deps: Pick<Deps, 'database' | 'clock'>, { scope, session }: Caller, origin: Origin): Promise<string> {
  if (session === null) throw new DomainError('forbidden', { reason: 'Open the app from your store’s admin first.' });
  const code = randomBytes(32).toString('base64url');
  const created_at = deps.clock();
  await addLaunchCode(deps.database, {
    code_hash: hashOf(code),
    receiver_id: scope.receiverId,
    session: { ...launchSchema.parse({ session_id: session.id, place: placeOf(origin) }), version: launchJson.version },
    created_at,
    expires_at: new Date(created_at.getTime() + codeMs),
  });
  return code;
}

interface HandedOver {
  receiver: Receiver;
  person: PlatformPerson;
  /** The new session lasts no longer than the one that asked. */
  endsAt: Date;
}

function personOf({
  platform_user_id,
  is_owner,
  platform,
  store,
}: Pick<CallerSession, 'platform_user_id' | 'is_owner' | 'platform' | 'store'>): PlatformPerson {
  const ofStore = platform === null || store === null ? null : { platform, store };
  return { platformUserId: platform_user_id, isOwner: is_owner, ofStore };
}

/**
 * Uses a code up and returns the person for whom it was made. Throws `unauthenticated` for a code that is unknown, used,
 * expired, from another browser or of another program, and when the session that asked has ended meanwhile.
 */
export async function takeHandOverCode({ database, clock }: Deps, program: CurrentProgram, code: string, origin: Origin): Promise<HandedOver> {
  const now = clock();
  const taken = await takeLaunchCode(database, hashOf(code), now);
  const launch = taken && launchJson.read(taken.session);
  const receiver = taken && (await findReceiver(database, taken.receiver_id));
  if (!launch || launch.place !== placeOf(origin) || receiver?.whitelabel !== program.key) throw new DomainError('unauthenticated');
  const session = await databaseOf(database, callerOf(receiver).scope).handedInSession.findUnique({ where: { receiver_id_id: { id: launch.session_id } } });
  if (!session || session.revoked_at !== null || session.ends_at <= now) throw new DomainError('unauthenticated');
  return { receiver, person: personOf(session), endsAt: session.ends_at };
}
