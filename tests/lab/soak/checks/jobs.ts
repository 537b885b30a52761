import type { SoakedProduct } from '../product.ts';

interface Dead {
  name: string;
  count: number;
}

/** Returns the jobs that failed for good, counted by name. One that is never repeated has no queue of dead letters: its next run makes up for it. */
export async function jobFailures({ deps }: SoakedProduct): Promise<string[]> {
  const dead = await deps.database.$queryRaw<Dead[]>`
    SELECT name, count(*)::int AS count FROM pgboss.job WHERE state = 'failed' AND dead_letter IS NOT NULL GROUP BY name`;
  return dead.map(({ name, count }) => `${count} jobs ${name} were given up`);
}
