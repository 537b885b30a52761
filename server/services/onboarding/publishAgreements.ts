import { createHash } from 'node:crypto';
import { inTransaction } from '../../db/database.ts';
import { addAgreementVersion, askForAgreement, findAgreementVersion } from '../../db/queries/agreementVersions.ts';
import { type AgreementDocument, agreementDocuments } from '../../domain/onboarding/agreements.ts';
import { currentAgreements } from '../../programs/agreements/index.ts';
import type { Program } from '../../programs/index.ts';
import type { Deps } from '../deps.ts';

async function publish({ database, clock, log }: Deps, program: Program, document: AgreementDocument): Promise<void> {
  const { version, text } = currentAgreements[document];
  const markdown = text(program).trim();
  const sha256 = createHash('sha256').update(markdown).digest('hex');
  const published = await findAgreementVersion(database, { program: program.key, document, version });
  if (published) {
    // Keep the text that merchants have accepted; a changed text needs a new version.
    if (published.sha256 !== sha256) log.error({ program: program.key, document, version }, 'the text of an agreement changed without a new version');
    return;
  }
  await inTransaction(database, async (transaction) => {
    const isNew = await addAgreementVersion(transaction, { program: program.key, document, version, markdown, sha256, published_at: clock() });
    if (isNew) await askForAgreement(transaction, program.key, document, version);
  });
}

/**
 * Publishes the present versions of each program's agreements, once however many processes start. A new version asks
 * every receiver of the program to accept again.
 */
export async function publishAgreements(deps: Deps): Promise<void> {
  for (const program of Object.values(deps.programs)) for (const document of agreementDocuments) await publish(deps, program, document);
}
