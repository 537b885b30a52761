import { databaseOf } from '../../../db/databaseOf.ts';
import { findAgreementVersion } from '../../../db/queries/agreementVersions.ts';
import { formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { agreementDocuments, agreementTitles } from '../../../domain/onboarding/agreements.ts';
import type { Deps } from '../../deps.ts';
import { type Letter, paragraph, passagesOf } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/** Writes the copy of an accepted agreement for the merchant's files. `about` is the id of the acceptance. */
export async function agreementCopyLetter({ database }: Deps, { scope, program, about }: LetterContext): Promise<Letter | null> {
  const acceptance = await databaseOf(database, scope).agreementAcceptance.findUnique({ where: { receiver_id_id: { id: about } } });
  const document = agreementDocuments.find((name) => name === acceptance?.document);
  if (!acceptance || !document) return null;
  const { version } = acceptance;
  const text = await findAgreementVersion(database, { program: acceptance.program, document, version });
  if (!text) throw new Error('an agreement was accepted in a version that was never published');
  const title = agreementTitles[document];
  return {
    subject: `Your copy: ${program.name} ${title}`,
    passages: [
      paragraph(`You accepted this on ${formatShortDate(acceptance.accepted_at, 'UTC')} (UTC), version ${version}. Keep this mail for your files.`),
      ...passagesOf(text.markdown),
    ],
  };
}
