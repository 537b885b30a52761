import { findPanelStore, recordPanelUser } from '../../../db/queries/controlPanel.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import type { ControlPanelCall } from '../../../providers/ports/controlPanel.ts';
import { InvalidSignature } from '../../../providers/signature.ts';
import type { Deps } from '../../deps.ts';
import { queuePanelReadings } from './panelAccounts.ts';
import { requireActiveInstallation } from './requireActiveInstallation.ts';
import { noteShown } from './shownPayloads.ts';

/** Verifies and reads a payload that the control panel signed. Throws `unauthenticated` for a wrong signature. */
export async function readControlPanelCall({ providers, machineClock }: Deps, signedPayload: string): Promise<ControlPanelCall> {
  return providers.controlPanel.readCall(signedPayload, machineClock()).catch((failure: unknown) => {
    throw failure instanceof InvalidSignature ? new DomainError('unauthenticated') : failure;
  });
}

/**
 * Returns the dashboard path that the control panel wants to open, beginning with a slash, stores the person as a user of the
 * store, and queues the reading of its newest orders. Throws `unauthenticated` for a store that has not installed the app and for a
 * person who may not use it.
 */
export async function openDashboard(deps: Deps, signedPayload: string): Promise<string> {
  const call = await readControlPanelCall(deps, signedPayload);
  const { storeHash, user, issuedAt } = call;
  await noteShown(deps.database, call, deps.clock());
  await requireActiveInstallation(deps, call);
  if (!(await findPanelStore(deps.database, storeHash))) throw new DomainError('unauthenticated');
  await recordPanelUser(deps.database, { store_hash: storeHash, user_id: user.id, email: user.email }, { signedAt: issuedAt, at: deps.machineClock() });
  await queuePanelReadings(deps, storeHash);
  return call.path ?? '/';
}
