import { getActiveOrgId, type IAuthClient, setActiveOrgId } from '@propelauth/javascript';
import type { AccessTokens } from '../api.ts';
import { authFailure, authProblem } from './authFailure.ts';

type Client = Pick<IAuthClient, 'getAuthenticationInfoOrNull' | 'getAccessTokenForOrg'>;

/** The access tokens of a hosted session: of the organisation that the `active_org_id` cookie names, otherwise of the person alone. */
export function hostedTokens(client: Client, refused: () => void): AccessTokens {
  async function token(forceRefresh: boolean): Promise<string | null> {
    const info = await client.getAuthenticationInfoOrNull(forceRefresh).catch((thrown: unknown) => {
      throw authProblem(authFailure(thrown));
    });
    if (info === null) return null;
    const orgId = getActiveOrgId();
    if (!orgId) return info.accessToken;
    const answer = await client.getAccessTokenForOrg(orgId);
    // A membership that has ended would be asked for again with every call.
    if (answer.error === 'user_not_in_org') setActiveOrgId('');
    return answer.error === undefined ? answer.accessToken : info.accessToken;
  }
  return {
    present: () => token(false),
    async renewed(old) {
      const present = await token(false);
      // Of several calls that were refused at once, one renews for all.
      return present === old ? token(true) : present;
    },
    refused,
  };
}
