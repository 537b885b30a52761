import type { PrismaDatabase } from '../../server/db/client.ts';
import type { JobName, Queue } from '../../server/jobs/queue.ts';
import { Unavailable, Unknown } from '../../server/providers/failure.ts';
import type { OpenDeps } from '../../server/start/product.ts';

/**
 * What happens to one run of a job. `killed`: the process ends at that await, its open transaction with it, and nothing
 * more is done. The others happen to a call of a provider: it is never reached, fails before or after it had its effect,
 * or its answer is late and meanwhile others work.
 */
export interface Trouble {
  kind: 'killed' | 'unreachable' | 'failed' | 'unanswered' | 'late';
  /** How many awaits, or calls of providers, go well before. */
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
  /** Takes the jobs that were sent, once what they were sent with is committed. */
  take: (jobs: readonly SimulatedJob[]) => void;
  /** Lets others work while an answer is on its way. */
  letOthersWork: () => Promise<void>;
}

/** Calls that are looked for at the provider before they are repeated. */
const effects: ReadonlySet<string> = new Set(['createTransfer']);
const providersInTrouble: ReadonlySet<string> = new Set(['cardIssuer', 'bank']);
const asks: ReadonlySet<string> = new Set(['readEvent', 'readNews', 'embedRequest', 'decisionAnswer']);

type Call = (...words: unknown[]) => unknown;

/** The product's dependencies as one process has them, which meets with trouble or with none. `struck` says whether it did. */
export function mortalDeps({ deps, take, letOthersWork }: Surroundings, trouble: Trouble | null): { deps: OpenDeps; isDead: () => boolean } {
  let awaits = 0;
  let providerCalls = 0;
  let isDead = false;
  const outboxes = new WeakMap<object, SimulatedJob[]>();

  /** Passes every await of the process, unless it is dead or dies of it. */
  function pass(): void {
    if (!isDead && trouble?.kind === 'killed' && awaits === trouble.after) isDead = true;
    awaits += 1;
    if (isDead) throw new Killed();
  }

  const passing =
    (call: Call, owner: object): Call =>
    async (...words) => {
      pass();
      const answer = await call.apply(owner, words);
      pass();
      return answer;
    };

  /** A database client, or one of a transaction: every statement is an await. */
  function statements<Client extends object>(client: Client): Client {
    return new Proxy(client, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (name === '$transaction') return begin;
        if (typeof member === 'function') return passing(member as Call, target);
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
  };
  const providers = {
    ...deps.providers,
    cardIssuer: provider('cardIssuer', deps.providers.cardIssuer),
    bank: provider('bank', deps.providers.bank),
  };
  const database: PrismaDatabase = statements(deps.database);
  return { deps: { ...deps, database, queue, providers }, isDead: () => isDead };
}
