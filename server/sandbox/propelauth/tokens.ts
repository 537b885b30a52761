import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { importPKCS8, SignJWT } from 'jose';
import type { ProgramSettingName } from '../../config.ts';
import type { SandboxCore } from '../core/core.ts';
import type { OrgMemberInfo } from './orgs.ts';
import type { Tenant } from './tenants.ts';
import type { User } from './users.ts';

export type LoginMethod = 'password' | 'magic_link' | 'impersonation' | 'generated_from_backend_api';

export interface AccessTokenContent {
  user: User;
  orgs: Record<string, OrgMemberInfo>;
  /** Limits the token to this membership when given. */
  activeOrgId?: string | undefined;
  loginMethod: LoginMethod;
  impersonatorUserId?: string | undefined;
  lifeSeconds: number;
}

export interface Tokens {
  /** Signs an access token as the provider does: RS256, issued by the program's auth address. */
  accessToken(tenant: Tenant, content: AccessTokenContent): Promise<{ token: string; expiresAtSeconds: number }>;
  /** Returns the public key that verifies access tokens, as SPKI PEM. */
  verifierKey(tenant: Tenant): Promise<string>;
}

interface KeyPair {
  private_key_pem: string;
  public_key_pem: string;
}

const generate = promisify(generateKeyPair);

export function openTokens({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Tokens {
  const stored = store.collection<KeyPair>('propelauth', 'key');
  const pairs = new Map<ProgramSettingName, Promise<KeyPair>>();

  async function makePair(program: ProgramSettingName): Promise<KeyPair> {
    const pem = (key: KeyObject, type: 'pkcs8' | 'spki') => key.export({ format: 'pem', type }).toString();
    const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
    const pair = { private_key_pem: pem(privateKey, 'pkcs8'), public_key_pem: pem(publicKey, 'spki') };
    // Another process may have stored its pair first; the program then uses that one.
    return (await stored.insert(program, pair)) ? pair : ((await stored.get(program)) ?? pair);
  }

  function pairOf(program: ProgramSettingName): Promise<KeyPair> {
    const known = pairs.get(program);
    if (known) return known;
    const pair = stored.get(program).then((found) => found ?? makePair(program));
    pairs.set(program, pair);
    pair.catch(() => pairs.delete(program));
    return pair;
  }

  return {
    async accessToken(tenant, { user, orgs, activeOrgId, loginMethod, impersonatorUserId, lifeSeconds }) {
      const issuedAtSeconds = Math.floor(clock.machineNow().getTime() / 1000);
      const expiresAtSeconds = issuedAtSeconds + lifeSeconds;
      const { private_key_pem } = await pairOf(tenant.program);
      const claims = {
        user_id: user.user_id,
        email: user.email,
        first_name: user.first_name,
        last_name: user.last_name,
        username: user.username,
        legacy_user_id: user.legacy_user_id,
        impersonator_user_id: impersonatorUserId,
        properties: user.properties,
        login_method: { login_method: loginMethod },
        ...(activeOrgId === undefined ? { org_id_to_org_member_info: orgs } : { org_member_info: orgs[activeOrgId] }),
      };
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(tenant.authUrl)
        .setSubject(user.user_id)
        .setIssuedAt(issuedAtSeconds)
        .setExpirationTime(expiresAtSeconds)
        .sign(await importPKCS8(private_key_pem, 'RS256'));
      return { token, expiresAtSeconds };
    },
    async verifierKey(tenant) {
      return (await pairOf(tenant.program)).public_key_pem;
    },
  };
}
