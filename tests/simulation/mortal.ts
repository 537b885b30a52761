import type { PrismaDatabase } from '../../server/db/client.ts';
import type { JobName } from '../../server/jobs/jobs.ts';
import type { Queue } from '../../server/jobs/queue.ts';
import { Unavailable, Unknown } from '../../server/providers/failure.ts';
import type { OpenDeps } from '../../server/start/product.ts';

/**
 * A failure of one run of a job. `killed`: the process ends at that await, its open transaction with it, and does
 * nothing more. The other kinds hit a provider call: it never arrives, fails before or after its effect, or is
 * answered late while other work proceeds.
 */
export interface Trouble {
  kind: 'killed' | 'unreachable' | 'failed' | 'unanswered' | 'late';
  /** Number of awaits, or of provider calls, that succeed before it. */
  after: number;
}

export const troubleKinds = ['killed', 'killed', 'killed', 'unreachable', 'failed', 'unanswered', 'late', 'late'] as const;

export class Killed extends Error {
  override readonly name = 'Killed';
}

export interface SimulatedJob {
  name: JobName;
  data: object;
  singletonKey: string | undefined;
}

interface Surroundings {
  deps: OpenDeps;
  /** Takes the jobs that were sent, once the transaction that sent them is committed. */
  take: (jobs: readonly SimulatedJob[]) => void;
  /** Lets other work proceed while an answer is on its way. */
  letOthersWork: () => Promise<void>;
}

/** Statements that change no row. Locks and raw queries are among them: the product changes rows by `$executeRaw` or by the model. */
const reads = /^(find|count|aggregate|groupBy|\$queryRaw)/;

/** Calls whose effect the product looks up at the provider before it repeats them. */
const effects: ReadonlySet<string> = new Set(['createTransfer']);
const providersInTrouble: ReadonlySet<string> = new Set(['cardIssuer', 'bank']);
const asks: ReadonlySet<string> = new Set(['readEvent', 'embedRequest', 'decisionAnswer']);

type Call = (...words: unknown[]) => unknown;

interface MortalProcess {
  deps: OpenDeps;
  /** Tells whether the process was killed. */
  isDead: () => boolean;
  /** Tells whether the process may have changed anything, in the database or at a provider. */
  hasActed: () => boolean;
}

/** Returns the product's dependencies for one process, with a failure or without. */
export function mortalDeps({ deps, take, letOthersWork }: Surroundings, trouble: Trouble | null): MortalProcess {
  let awaits = 0;
  let providerCalls = 0;
  let isDead = false;
  let hasActed = false;
  const outboxes = new WeakMap<object, SimulatedJob[]>();

  /** Counts an await of the process; throws Killed when the process is dead or dies here. */
  function pass(): void {
    if (!isDead && trouble?.kind === 'killed' && awaits === trouble.after) isDead = true;
    awaits += 1;
    if (isDead) throw new Killed();
  }

  const passing =
    (name: string, call: Call, owner: object): Call =>
    async (...words) => {
      pass();
      hasActed ||= !reads.test(name);
      const answer = await call.apply(owner, words);
      pass();
      return answer;
    };

  /** Wraps a database client, or a transaction's, so that every statement counts as an await. */
  function statements<Client extends object>(client: Client): Client {
    return new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === '$transaction') return begin;
        if (typeof member === 'function') return passing(String(name), member as Call, target);
        return typeof member === 'object' && member !== null ? statements(member) : member;
      },
    });
  }

  async function begin(work: (transaction: object) => Promise<unknown>, options?: object): Promise<unknown> {
    pass();
    const outbox: SimulatedJob[] = [];
    const answer = await deps.database.$transaction((transaction) => {
      const mortal = statements(transaction);
      outboxes.set(mortal, outbox);
      return work(mortal);
    }, options);
    take(outbox);
    pass();
    return answer;
  }

  function providerCall(port: string, name: string, call: Call, owner: object): Call {
    return async (...words) => {
      const isStruck = trouble !== null && trouble.kind !== 'killed' && providerCalls === trouble.after;
      providerCalls += 1;
      pass();
      hasActed = true;
      const facts = { provider: port, call: name, code: 'simulated', message: 'a simulated failure' };
      const unclear = () => (effects.has(name) ? new Unknown(facts) : new Unavailable(facts));
      if (isStruck && trouble.kind === 'unreachable') throw new Unavailable(facts);
      if (isStruck && trouble.kind === 'failed') throw unclear();
      const answer = await call.apply(owner, words);
      if (isStruck && trouble.kind === 'unanswered') throw unclear();
      if (isStruck && trouble.kind === 'late') await letOthersWork();
      pass();
      return answer;
    };
  }

  function provider<Port extends object>(port: string, calls: Port): Port {
    if (!providersInTrouble.has(port)) return calls;
    return new Proxy(calls, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        return typeof member === 'function' && !asks.has(String(name)) ? providerCall(port, String(name), member as Call, target) : member;
      },
    });
  }

  const queue: Queue = {
    ...deps.queue,
    async send(name, data, { transaction, singletonKey } = {}) {
      pass();
      const job = { name, data, singletonKey };
      const outbox = transaction && outboxes.get(transaction);
      if (outbox) outbox.push(job);
      else take([job]);
    },
    async sendMany(name, jobs, transaction) {
      pass();
      outboxes.get(transaction)?.push(...jobs.map(({ data, singletonKey }) => ({ name, data, singletonKey })));
    },
  };
  const providers = {
    ...deps.providers,
    cardIssuer: provider('cardIssuer', deps.providers.cardIssuer),
    bank: provider('bank', deps.providers.bank),
  };
  const database: PrismaDatabase = statements(deps.database);
  return { deps: { ...deps, database, queue, providers }, isDead: () => isDead, hasActed: () => hasActed };
}
