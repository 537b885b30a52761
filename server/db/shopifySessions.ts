import { Session } from '@shopify/shopify-api';
import { type Database, type Prisma, prismaOf } from './client.ts';
import type { ShopifySession } from './generated/client.ts';
import type { SecretPlace, Secrets } from './secrets.ts';

const tokenPlace = (column: 'access_token' | 'refresh_token', id: string): SecretPlace => ({ table: 'shopify_session', column, owner: id });

function toRow(session: Session, secrets: Secrets): Prisma.ShopifySessionUncheckedCreateInput {
  const { id } = session;
  const user = session.onlineAccessInfo?.associated_user;
  return {
    id,
    shop: session.shop,
    state: session.state,
    isOnline: session.isOnline,
    scope: session.scope ?? null,
    expires: session.expires ?? null,
    accessToken: session.accessToken ? secrets.encrypt(session.accessToken, tokenPlace('access_token', id)) : '',
    refreshToken: session.refreshToken ? secrets.encrypt(session.refreshToken, tokenPlace('refresh_token', id)) : null,
    refreshTokenExpires: session.refreshTokenExpires ?? null,
    userId: user?.id ?? null,
    firstName: user?.first_name ?? null,
    lastName: user?.last_name ?? null,
    email: user?.email ?? null,
    accountOwner: user?.account_owner ?? false,
    locale: user?.locale ?? null,
    collaborator: user?.collaborator ?? false,
    emailVerified: user?.email_verified ?? false,
  };
}

function toSession({ expires, refreshTokenExpires, userId, ...row }: ShopifySession, secrets: Secrets): Session {
  const entries = Object.entries({
    ...row,
    accessToken: row.accessToken === '' ? null : secrets.decrypt(row.accessToken, tokenPlace('access_token', row.id)),
    refreshToken: row.refreshToken === null ? null : secrets.decrypt(row.refreshToken, tokenPlace('refresh_token', row.id)),
    expires: expires?.getTime() ?? null,
    refreshTokenExpires: refreshTokenExpires?.getTime() ?? null,
    userId: userId === null ? null : Number(userId),
  });
  return Session.fromPropertyArray(
    entries.flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    true,
  );
}

/**
 * Makes the session storage of Shopify's library, which keeps sessions in the database with their tokens encrypted. The
 * library's own storage for Prisma keeps tokens in the clear and does not load with this kind of generated client.
 */
export function shopifySessionStorage({ database, secrets }: { database: Database; secrets: Secrets }) {
  return {
    async storeSession(session: Session): Promise<boolean> {
      const row = toRow(session, secrets);
      await prismaOf(database).shopifySession.upsert({ where: { id: row.id }, create: row, update: row });
      return true;
    },
    async loadSession(id: string): Promise<Session | undefined> {
      const row = await prismaOf(database).shopifySession.findUnique({ where: { id } });
      return row ? toSession(row, secrets) : undefined;
    },
    async deleteSession(id: string): Promise<boolean> {
      await prismaOf(database).shopifySession.deleteMany({ where: { id } });
      return true;
    },
    async deleteSessions(ids: string[]): Promise<boolean> {
      await prismaOf(database).shopifySession.deleteMany({ where: { id: { in: ids } } });
      return true;
    },
    async findSessionsByShop(shop: string): Promise<Session[]> {
      const rows = await prismaOf(database).shopifySession.findMany({ where: { shop }, orderBy: { expires: 'desc' }, take: 25 });
      return rows.map((row) => toSession(row, secrets));
    },
  };
}
