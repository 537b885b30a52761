/*
 * Decides whether a history of concurrent calls is linearizable: whether each call can be given one moment between its
 * beginning and its end so that a sequential object, called in that order, gives the same answers. This is the search of
 * Wing and Gong with Lowe's memoization, taken call by call: after each end only the configurations live on in which that
 * call has taken effect.
 */

/** A call of a client. Times are in milliseconds of one clock that only goes forward. */
export interface Operation<Call> {
  readonly call: Call;
  readonly beganMs: number;
  /** The moment by which it has taken effect, or never will. */
  readonly endedMs: number;
  /** False when the client does not know whether it took effect. */
  readonly isCertain: boolean;
}

/** A sequential object. */
export interface Model<State, Call extends { readonly kind: string }> {
  /** Returns the states that the object may be in after a call; none when it cannot give that answer in this state. */
  readonly next: (state: State, call: Call) => readonly State[];
  /** Tells whether a call may change the state. */
  readonly changes: (call: Call) => boolean;
  /** Tells whether a call that is possible now may as well come before all others under way: then no order is lost if it does. */
  readonly comesFirst: (call: Call) => boolean;
  /** Tells whether a call always is possible, and keeps none from being possible: it may come before all others, as long as each of them is possible. */
  readonly isAlwaysWelcome: (call: Call) => boolean;
}

/** The part of a history that has no order: what was possible before, and the calls since. The last of them cannot be explained. */
export interface Contradiction<State, Call> {
  readonly before: readonly State[];
  readonly operations: readonly Operation<Call>[];
}

/** A state with the calls under way that have already taken effect in it: those that must, and those of which nobody knows. */
interface Configuration<State> {
  readonly state: State;
  readonly certain: ReadonlySet<number>;
  readonly uncertain: ReadonlySet<number>;
}

/** More of them say that too many calls are under way at once to be told apart. */
const mostConfigurations = 200_000;

/** Thrown for a history that has too many possible orders. */
export class TooManyOrders extends Error {}

const isPart = (few: ReadonlySet<number>, many: ReadonlySet<number>) => [...few].every((id) => many.has(id));
const inOrder = (ids: ReadonlySet<number>) => [...ids].toSorted((one, other) => one - other).join();

const withOne = (ids: ReadonlySet<number>, id: number) => new Set([...ids, id]);
const without = (ids: ReadonlySet<number>, id: number) => new Set([...ids].filter((one) => one !== id));

interface Moment {
  readonly atMs: number;
  readonly id: number;
  readonly isEnd: boolean;
}

/** Returns the beginnings and ends in their order; of one millisecond the beginnings come first, so that more orders are possible. */
function momentsOf<Call>(operations: readonly Operation<Call>[]): Moment[] {
  return operations
    .flatMap(({ beganMs, endedMs }, id) => [
      { atMs: beganMs, id, isEnd: false },
      { atMs: endedMs, id, isEnd: true },
    ])
    .toSorted((one, other) => one.atMs - other.atMs || Number(one.isEnd) - Number(other.isEnd));
}

interface Waiting<Call> {
  readonly id: number;
  readonly operation: Operation<Call>;
}

/** Configurations that were found, without those that have used up more uncertain calls than one found before that is otherwise the same. */
class Found<State> {
  readonly all: Configuration<State>[] = [];
  readonly #usedUp = new Map<string, ReadonlySet<number>[]>();

  add(configuration: Configuration<State>): void {
    const { state, certain, uncertain } = configuration;
    const key = `${JSON.stringify(state)}|${inOrder(certain)}`;
    const usedUp = this.#usedUp.get(key) ?? [];
    if (usedUp.some((before) => isPart(before, uncertain))) return;
    this.#usedUp.set(key, [...usedUp, uncertain]);
    this.all.push(configuration);
  }
}

class Search<State, Call extends { readonly kind: string }> {
  readonly #model: Model<State, Call>;
  readonly #operations: readonly Operation<Call>[];
  readonly #open = new Set<number>();
  #configurations: Configuration<State>[];

  constructor(model: Model<State, Call>, operations: readonly Operation<Call>[], before: readonly State[]) {
    this.#model = model;
    this.#operations = operations;
    this.#configurations = before.map((state) => ({ state, certain: new Set(), uncertain: new Set() }));
  }

  /** Returns the call at whose end no order is left, with the last moment before at which nothing was under way. */
  run(): { stuck: number; quiet: { before: readonly State[]; sinceMs: number } } | null {
    let quiet = { before: this.#states(), sinceMs: Number.NEGATIVE_INFINITY };
    for (const { atMs, id, isEnd } of momentsOf(this.#operations)) {
      if (!isEnd) this.#open.add(id);
      else if (!this.#end(id)) return { stuck: id, quiet };
      if (this.#open.size === 0) quiet = { before: this.#states(), sinceMs: atMs };
    }
    return null;
  }

  #states(): State[] {
    return this.#configurations.map(({ state }) => state);
  }

  /** Lets a call end; returns whether any order is left. One whose effect nobody knows of may have had none. */
  #end(id: number): boolean {
    const isCertain = this.#operations[id]?.isCertain ?? false;
    const reached = isCertain ? this.#reach(id) : [...this.#configurations, ...this.#reach(id)];
    this.#open.delete(id);
    const found = new Found<State>();
    const over = reached.map(({ state, certain, uncertain }) => ({ state, certain: without(certain, id), uncertain: without(uncertain, id) }));
    for (const configuration of over.toSorted((one, other) => one.uncertain.size - other.uncertain.size)) found.add(configuration);
    this.#configurations = found.all;
    return this.#configurations.length > 0;
  }

  /** Returns the configurations in which a call has taken effect, after any others under way. */
  #reach(id: number): Configuration<State>[] {
    const found = new Found<State>();
    for (const configuration of this.#configurations) found.add(configuration);
    const reached: Configuration<State>[] = [];
    for (const configuration of found.all) {
      if (configuration.certain.has(id) || configuration.uncertain.has(id)) reached.push(configuration);
      else for (const after of this.#after(configuration, id)) found.add(after);
      if (found.all.length > mostConfigurations) throw new TooManyOrders(`${this.#open.size} calls were under way at once`);
    }
    return reached;
  }

  /** Returns what may follow from a configuration on the way to the effect of a call. */
  #after(configuration: Configuration<State>, target: number): Configuration<State>[] {
    const waiting = this.#waiting(configuration);
    const certain = waiting.filter(({ operation }) => operation.isCertain).map((one) => ({ ...one, following: this.#taking(configuration, one) }));
    const first = certain.find(({ operation, following }) => following.length > 0 && this.#model.comesFirst(operation.call));
    if (first) return first.following;
    // What nobody knows of can wait until another call is not possible without it, or would hide it.
    const isAnyImpossible = certain.some(({ following }) => following.length === 0);
    const welcome = certain.find(({ id, operation }) => id === target && this.#model.isAlwaysWelcome(operation.call));
    if (welcome && !isAnyImpossible) return welcome.following;
    const hiding = new Set(certain.map(({ operation }) => operation.call.kind));
    const uncertain = waiting.filter(({ id, operation }) => !operation.isCertain && (id === target || isAnyImpossible || hiding.has(operation.call.kind)));
    return [...certain.flatMap(({ following }) => following), ...uncertain.flatMap((one) => this.#taking(configuration, one))];
  }

  /** Lets a call take its effect. */
  #taking({ state, certain, uncertain }: Configuration<State>, { id, operation: { call, isCertain } }: Waiting<Call>): Configuration<State>[] {
    return this.#model.next(state, call).map((next) => ({
      state: next,
      certain: isCertain ? withOne(certain, id) : certain,
      uncertain: isCertain ? uncertain : withOne(uncertain, id),
    }));
  }

  /** Returns the calls under way that have not taken effect; of equal ones that nobody knows of, the first. */
  #waiting({ certain, uncertain }: Configuration<State>): Waiting<Call>[] {
    const waiting = new Map<string | number, Waiting<Call>>();
    for (const id of this.#open) {
      const operation = this.#operations[id];
      if (operation === undefined || certain.has(id) || uncertain.has(id)) continue;
      const key = operation.isCertain ? id : `${JSON.stringify(operation.call)} ${operation.endedMs}`;
      if (!waiting.has(key)) waiting.set(key, { id, operation });
    }
    return [...waiting.values()];
  }
}

/** Returns the smallest part of a history that has no order; null when all of it has one. Throws TooManyOrders. */
export function contradictionIn<State, Call extends { readonly kind: string }>(
  model: Model<State, Call>,
  operations: readonly Operation<Call>[],
  before: readonly State[],
): Contradiction<State, Call> | null {
  const found = new Search(model, operations, before).run();
  if (found === null) return null;
  const stuck = operations[found.stuck] as Operation<Call>;
  const others = operations
    .filter((one) => one !== stuck && one.endedMs > found.quiet.sinceMs && one.beganMs <= stuck.endedMs)
    // A call that had not ended by then may have taken effect or not.
    .map((one) => (one.endedMs <= stuck.endedMs ? one : { ...one, isCertain: false, endedMs: Number.POSITIVE_INFINITY }));
  return { before: found.quiet.before, operations: shrunk(model, { before: found.quiet.before, others, stuck }) };
}

interface Unordered<State, Call> {
  readonly before: readonly State[];
  readonly others: readonly Operation<Call>[];
  readonly stuck: Operation<Call>;
}

/** Leaves out every call that changes nothing and without which there is still no order: a call that changes something may be what the others rest on. */
function shrunk<State, Call extends { readonly kind: string }>(
  model: Model<State, Call>,
  { before, others, stuck }: Unordered<State, Call>,
): Operation<Call>[] {
  let kept = others;
  for (const one of others) {
    if (model.changes(one.call)) continue;
    const fewer = kept.filter((other) => other !== one);
    if (new Search(model, [...fewer, stuck], before).run() !== null) kept = fewer;
  }
  return [...kept.toSorted((one, other) => one.beganMs - other.beganMs), stuck];
}
