import { createHash } from 'node:crypto';
import { Prisma, type Transaction } from '../../db/client.ts';
import { type AgreementDocument, agreementDocuments } from '../../domain/onboarding/agreements.ts';
import { agreementTexts } from '../../programs/agreements/index.ts';
import type { Program } from '../../programs/index.ts';
import type { Deps } from '../deps.ts';

/** The flags of the receivers of a program who have accepted no such version: all of them, when it is new. */
async function askAgain(transaction: Transaction, program: Program, document: AgreementDocument, version: string): Promise<void> {
  const flag = Prisma.raw(`accepted_${document}`);
  await transaction.$executeRaw`
    UPDATE receiver SET ${flag} = false
    WHERE whitelabel = ${program.key} AND ${flag} AND NOT EXISTS (
      SELECT FROM agreement_acceptance accepted
      WHERE accepted.receiver_id = receiver.id AND accepted.program = ${program.key} AND accepted.document = ${document} AND accepted.version = ${version})`;
}

async function publish({ database, clock, log }: Deps, program: Program, document: AgreementDocument): Promise<void> {
  const { version, text } = agreementTexts[document];
  const markdown = text(program).trim();
  const sha256 = createHash('sha256').update(markdown).digest('hex');
  const where = { program_document_version: { program: program.key, document, version } };
  const published = await database.agreementVersion.findUnique({ where, select: { sha256: true } });
  if (published) {
    // What merchants have accepted stays as it is; a changed text needs a version of its own.
    if (published.sha256 !== sha256) log.error({ program: program.key, document, version }, 'the text of an agreement changed without a new version');
    return;
  }
  await database.$transaction(async (transaction) => {
    const { count } = await transaction.agreementVersion.createMany({
      data: { program: program.key, document, version, markdown, sha256, published_at: clock() },
      skipDuplicates: true,
    });
    if (count === 1) await askAgain(transaction, program, document, version);
  });
}

/**
 * Publishes each program's agreements in their present versions, once however many processes start. A new version asks
 * every receiver of the program again.
 */
export async function publishAgreements(deps: Deps): Promise<void> {
  for (const program of Object.values(deps.programs)) for (const document of agreementDocuments) await publish(deps, program, document);
}
