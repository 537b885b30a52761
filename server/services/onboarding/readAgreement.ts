import type { ProgramTerms } from '../../contract/agreements.ts';
import type { Transaction } from '../../db/database.ts';
import { latestAgreementVersion } from '../../db/queries/agreementVersions.ts';
import type { AgreementVersion } from '../../db/rows.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { type AgreementDocument, agreementTitles } from '../../domain/onboarding/agreements.ts';
import { currentAgreements } from '../../programs/agreements/index.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** Returns the present version of a program's document: the one published last. Throws `not_found` before there is one. */
export async function presentAgreement(transaction: Transaction, program: string, document: AgreementDocument): Promise<AgreementVersion> {
  const present = await latestAgreementVersion(transaction, program, document);
  if (!present) throw new DomainError('not_found');
  return present;
}

/** Returns the present text of a program's document, as its page shows it, with what it says in short. */
export async function readAgreement({ database }: Pick<Deps, 'database'>, program: CurrentProgram, document: AgreementDocument) {
  const { version, markdown } = await presentAgreement(database, program.key, document);
  const running = currentAgreements[document];
  const in_short = running.version === version ? [...running.inShort(program)] : [];
  return { document, title: agreementTitles[document], version, markdown, in_short };
}

/** Returns the terms that a new merchant of a program gets. */
export function readProgramTerms({ netTerms, rates }: CurrentProgram): ProgramTerms {
  return { net_terms_days: netTerms.days, net_terms_type: netTerms.type, cashback_basis_points: rates.cashbackBasisPoints };
}
