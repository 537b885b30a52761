import { randomBytes } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';
import type { Link, Links } from './provider.ts';

export function openLinks({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Links {
  const records = store.collection<Link>('propelauth', 'link');
  return {
    async create({ lifeMs, ...link }) {
      const token = randomBytes(24).toString('base64url');
      await records.insert(token, { ...link, token, expires_at: new Date(clock.machineNow().getTime() + lifeMs).toISOString() });
      return token;
    },
    async get(tenant, purpose, token) {
      const link = await records.get(token);
      const valid = link?.program === tenant.program && link.purpose === purpose && new Date(link.expires_at) > clock.machineNow();
      return valid ? link : undefined;
    },
    async use(link) {
      if (link.once) await records.remove(link.token);
    },
  };
}
