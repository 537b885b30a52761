import type { OrgMembership } from '../../domain/access/orgMembership.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { CurrentProgram, Deps } from '../deps.ts';

/** Returns the organizations that a user is in now, as the authentication provider says. Throws `provider_unavailable`. */
export async function orgsOf({ providers }: Pick<Deps, 'providers'>, program: CurrentProgram, userId: string): Promise<readonly OrgMembership[]> {
  try {
    return (await providers.authentication.findUserById(program, userId))?.orgs ?? [];
  } catch (failure) {
    if (failure instanceof ProviderFailure) throw new DomainError('provider_unavailable');
    throw failure;
  }
}
