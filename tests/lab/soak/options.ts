import { parseArgs } from 'node:util';

export interface SoakOptions {
  minutes: number;
  merchants: number;
  seed: string;
}

/** Parses the command line. Throws an Error of one line when it is invalid. */
export function readOptions(words: readonly string[]): SoakOptions {
  const options = {
    minutes: { type: 'string', default: '30' },
    merchants: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(Date.now() % 100_000) },
  } as const;
  const { minutes, merchants, seed } = parseArgs({ args: [...words], options }).values;
  if (!(Number(minutes) >= 0.2) || !/^[1-9]\d{0,3}$/.test(merchants))
    throw new Error('Say how long and how many: npm run soak -- --minutes 10 --merchants 200');
  return { minutes: Number(minutes), merchants: Number(merchants), seed };
}
