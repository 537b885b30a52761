import { getActiveOrgId, type IAuthClient, setActiveOrgId } from '@propelauth/javascript';
import type { AccessTokens } from '../api.ts';
import { authFailure, authProblem } from './authFailure.ts';

type Client = Pick<IAuthClient, 'getAuthenticationInfoOrNull' | 'getAccessTokenForOrg'>;

/** Returns the access tokens of a hosted session: the organization's that the `active_org_id` cookie names, else the person's own. */
export function hostedTokens(client: Client, refused: () => void): AccessTokens {
  async function token(forceRefresh: boolean): Promise<string | null> {
    const info = await client.getAuthenticationInfoOrNull(forceRefresh).catch((thrown: unknown) => {
      throw authProblem(authFailure(thrown));
    });
    if (info === null) return null;
    const orgId = getActiveOrgId();
    if (!orgId) return info.accessToken;
    const answer = await client.getAccessTokenForOrg(orgId);
    // Forget an ended membership, or every call would ask for it again.
    if (answer.error === 'user_not_in_org') setActiveOrgId('');
    return answer.error === undefined ? answer.accessToken : info.accessToken;
  }
  return {
    present: () => token(false),
    async renewed(old) {
      const present = await token(false);
      // When several calls were refused at once, one renews for all.
      return present === old ? token(true) : present;
    },
    refused,
  };
}
