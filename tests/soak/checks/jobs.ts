import type { SoakedProduct } from '../product.ts';

interface Dead {
  name: string;
  count: number;
}

/** Returns the jobs that failed for good, counted by name. */
export async function jobFailures({ deps }: SoakedProduct): Promise<string[]> {
  const dead = await deps.database.$queryRaw<Dead[]>`SELECT name, count(*)::int AS count FROM pgboss.job WHERE state = 'failed' GROUP BY name`;
  return dead.map(({ name, count }) => `${count} jobs ${name} were given up`);
}
