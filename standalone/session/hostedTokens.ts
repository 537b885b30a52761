import type { IAuthClient } from '@propelauth/javascript';
import type { AccessTokens } from '../api.ts';
import { authFailure, authProblem } from './authFailure.ts';
import type { ChosenAccount } from './chosenAccount.ts';

type Client = Pick<IAuthClient, 'getAuthenticationInfoOrNull' | 'getAccessTokenForOrg'>;

/** Returns a person's own access tokens, which name no organization and all their memberships. */
export function personTokens(client: Client, refused: () => void): AccessTokens {
  return renewedOnce((forceRefresh) => askFor(client, forceRefresh).then((info) => info?.accessToken ?? null), refused);
}

/** Returns the access tokens of a hosted session: of the organization that the person has chosen, else the person's own. */
export function hostedTokens(client: Client, chosen: ChosenAccount, refused: () => void): AccessTokens {
  async function token(forceRefresh: boolean): Promise<string | null> {
    const info = await askFor(client, forceRefresh);
    const orgId = chosen.orgId();
    if (info === null || orgId === null) return info?.accessToken ?? null;
    const answer = await client.getAccessTokenForOrg(orgId);
    if (answer.error === undefined) {
      chosen.noteUse();
      return answer.accessToken;
    }
    // The person's own token would open another account in the middle of this one.
    if (answer.error !== 'user_not_in_org') throw authProblem(authFailure(answer.error));
    // The provider says the same of a session that has ended, which is no reason to forget the choice.
    const present = await askFor(client, true);
    if (present === null) return null;
    return chosen.end(present.user.userId) ? never : present.accessToken;
  }
  return renewedOnce(token, refused);
}

/** The page is being loaded anew, and must show nothing more. */
const never = new Promise<never>(() => undefined);

const askFor = (client: Client, forceRefresh: boolean) =>
  client.getAuthenticationInfoOrNull(forceRefresh).catch((thrown: unknown) => {
    throw authProblem(authFailure(thrown));
  });

function renewedOnce(token: (forceRefresh: boolean) => Promise<string | null>, refused: () => void): AccessTokens {
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
