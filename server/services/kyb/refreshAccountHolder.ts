import { databaseOf } from '../../db/databaseOf.ts';
import { ownerOfAccountHolder } from '../../db/queries/findOwner.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Deps } from '../deps.ts';
import { readThenStore } from '../providerCalls/readThenStore.ts';
import { applicationOfHolder, latestApplication, readSubmissionKey } from './applications.ts';
import { applyAccountHolder } from './applyAccountHolder.ts';
import { applyDocuments } from './documents.ts';
import { storeOutcome } from './settleSubmission.ts';

/** Fetches the issuer's present answer about a business, and stores it. */
export async function refreshAccountHolder(deps: Deps, scope: ReceiverScope, holderToken: string): Promise<void> {
  const { cardIssuer } = deps.providers;
  const application = await applicationOfHolder(deps.database, scope, holderToken);
  if (!application) return;
  const hasDocuments = (await databaseOf(deps.database, scope).kybDocument.count({ where: { application_id: application.id } })) > 0;
  await readThenStore(
    deps,
    scope,
    { table: 'kyb_application', id: application.id },
    {
      read: async () => ({
        holder: await cardIssuer.getAccountHolder(holderToken),
        documents: hasDocuments ? await cardIssuer.listDocuments(holderToken) : [],
      }),
      store: async (transaction, { holder, documents }) => {
        const present = await applicationOfHolder(transaction, scope, holderToken);
        if (present) await applyAccountHolder(deps, transaction, scope, present, holder);
        await applyDocuments(transaction, scope, documents);
      },
    },
  );
}

/**
 * Returns the id of the receiver that an account holder belongs to: found by its token, or by its external id while our
 * own submission still waits for its answer.
 */
export async function receiverOfHolder({ database, providers }: Deps, holderToken: string): Promise<string | null> {
  const owner = await ownerOfAccountHolder(database, holderToken);
  if (owner !== null) return owner;
  const { externalId } = await providers.cardIssuer.getAccountHolder(holderToken);
  const key = externalId === null ? null : readSubmissionKey(externalId);
  const receiver = key && (await findReceiver(database, key.receiverId));
  return receiver?.id ?? null;
}

/** Handles a webhook event about an account holder. While our own submission still waits for its answer, the event is about its result. */
export async function applyHolderEvent(deps: Deps, scope: ReceiverScope, holderToken: string): Promise<void> {
  const latest = await latestApplication(deps.database, scope);
  if (latest?.status === 'submitting' && (await storeOutcome(deps, scope, latest))) return;
  await refreshAccountHolder(deps, scope, holderToken);
}
