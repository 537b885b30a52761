import type { AgreementDocument } from '../../domain/onboarding/agreements.ts';
import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { AgreementVersion } from '../generated/client.ts';

type VersionKey = Pick<AgreementVersion, 'program' | 'document' | 'version'>;

/** Returns a version of a program's document; null when it was never published. */
export function findAgreementVersion(transaction: Transaction, key: VersionKey): Promise<AgreementVersion | null> {
  return prismaOf(transaction).agreementVersion.findUnique({ where: { program_document_version: key } });
}

/** Returns the last published version of a program's document; null before the first. */
export function latestAgreementVersion(transaction: Transaction, program: string, document: AgreementDocument): Promise<AgreementVersion | null> {
  return prismaOf(transaction).agreementVersion.findFirst({ where: { program, document }, orderBy: [{ published_at: 'desc' }, { version: 'desc' }] });
}

/** Adds a version. Returns whether it was new. */
export async function addAgreementVersion(transaction: Transaction, version: AgreementVersion): Promise<boolean> {
  const { count } = await prismaOf(transaction).agreementVersion.createMany({ data: version, skipDuplicates: true });
  return count === 1;
}

/** Clears the acceptance flag of the program's receivers who have not accepted this version: all of them, when it is new. */
export async function askForAgreement(transaction: Transaction, program: string, document: AgreementDocument, version: string): Promise<void> {
  const flag = Prisma.raw(`accepted_${document}`);
  await prismaOf(transaction).$executeRaw`
    UPDATE receiver SET ${flag} = false
    WHERE whitelabel = ${program} AND ${flag} AND NOT EXISTS (
      SELECT FROM agreement_acceptance accepted
      WHERE accepted.receiver_id = receiver.id AND accepted.program = ${program} AND accepted.document = ${document} AND accepted.version = ${version})`;
}
