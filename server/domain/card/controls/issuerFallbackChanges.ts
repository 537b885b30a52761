import { formatUsd } from '../../basics/money.ts';
import type { FallbackLimit } from './issuerFallback.ts';

/** The issuer's rules that keep the limits of `issuerFallback.ts`: few rules for many cards. */

export interface FallbackCard {
  readonly card_token: string;
  readonly limits: readonly FallbackLimit[];
}

/** A rule as it stands at the issuer. */
export interface StandingRule {
  readonly token: string;
  readonly name: string | null;
  readonly is_active: boolean;
  readonly card_tokens: readonly string[];
  /** The limit in force; null without one. */
  readonly limit: FallbackLimit | null;
}

/** A call to the issuer that brings its rules closer to the wanted ones. */
export type FallbackChange =
  | { readonly change: 'deactivate'; readonly token: string }
  | { readonly change: 'set_cards'; readonly token: string; readonly card_tokens: readonly string[] }
  /** Also puts the rule in force. */
  | { readonly change: 'set_limit'; readonly token: string; readonly limit: FallbackLimit }
  | { readonly change: 'create'; readonly name: string; readonly card_tokens: readonly string[]; readonly limit: FallbackLimit };

/** The most cards of one rule. The issuer's description names no maximum; a request with this many stays below 40 KB. */
const cardsOfRuleMost = 1_000;

/**
 * Returns the calls that lead from the issuer's rules to the wanted ones; none when they are the same. Cards stay in the rule they are in as long as
 * its limit is theirs. Calls that take cards out of rules come first: a run that is cut off may leave a card without its new limit, but in no
 * tighter one. Rules with other names are not ours, and stay as they are.
 */
export function issuerFallbackChanges(cards: readonly FallbackCard[], standing: readonly StandingRule[]): readonly FallbackChange[] {
  const wanted = wantedByName(cards);
  const present = Map.groupBy(standing, ({ name }) => partOf(name)?.name ?? '');
  const emptied = [...present].filter(([name]) => name !== '' && !wanted.has(name)).flatMap(([, rules]) => changesOfLimit(null, { tokens: new Set(), rules }));
  const changes = [...wanted].flatMap(([name, { limit, tokens }]) => changesOfLimit({ name, limit }, { tokens, rules: present.get(name) ?? [] }));
  const before = new Map(standing.map(({ token, card_tokens }) => [token, card_tokens]));
  const { true: first = [], false: then = [] } = Object.groupBy([...emptied, ...changes], (change) => (takesOut(change, before) ? 'true' : 'false'));
  return [...first, ...then];
}

const nameOf = ({ window, limit_cents }: FallbackLimit) => `Issuer fallback: ${formatUsd(limit_cents)} a ${window}`;

/** Rules of one limit are told apart by a number, so that each name is used once. */
const nameOfPart = (name: string, part: number) => `${name}, part ${part}`;

function partOf(name: string | null): { name: string; part: number } | null {
  const groups = /^(?<name>Issuer fallback: .+), part (?<part>[1-9]\d*)$/.exec(name ?? '')?.groups;
  return groups?.name === undefined ? null : { name: groups.name, part: Number(groups.part) };
}

function wantedByName(cards: readonly FallbackCard[]) {
  const wanted = new Map<string, { limit: FallbackLimit; tokens: Set<string> }>();
  for (const { card_token, limits } of cards) {
    for (const limit of limits) {
      const name = nameOf(limit);
      const entry = wanted.get(name);
      if (entry) entry.tokens.add(card_token);
      else wanted.set(name, { limit, tokens: new Set([card_token]) });
    }
  }
  return wanted;
}

/** Returns the calls about the rules of one limit, of which none may be wanted any more. */
function changesOfLimit(
  wanted: { name: string; limit: FallbackLimit } | null,
  { tokens, rules }: { tokens: ReadonlySet<string>; rules: readonly StandingRule[] },
): FallbackChange[] {
  const waiting = new Set(tokens);
  // A rule that is out of force keeps its cards at the issuer, and one of them may since be in another.
  const inForceFirst = rules.toSorted((one, other) => Number(other.is_active) - Number(one.is_active));
  const lists = inForceFirst.map((rule) => ({ rule, card_tokens: rule.card_tokens.filter((token) => waiting.delete(token)) }));
  for (const { card_tokens } of lists) card_tokens.push(...take(waiting, cardsOfRuleMost - card_tokens.length));
  const changes = lists.flatMap(({ rule, card_tokens }) => changesOfRule(rule, { card_tokens, limit: wanted?.limit ?? null }));
  let part = Math.max(0, ...rules.map(({ name }) => partOf(name)?.part ?? 0));
  while (wanted && waiting.size > 0) {
    part += 1;
    changes.push({ change: 'create', name: nameOfPart(wanted.name, part), card_tokens: take(waiting, cardsOfRuleMost), limit: wanted.limit });
  }
  return changes;
}

function take(waiting: Set<string>, most: number): string[] {
  const taken: string[] = [];
  for (const token of waiting) {
    if (taken.length >= most) break;
    taken.push(token);
    waiting.delete(token);
  }
  return taken;
}

function changesOfRule(rule: StandingRule, { card_tokens, limit }: { card_tokens: readonly string[]; limit: FallbackLimit | null }): FallbackChange[] {
  const { token, is_active } = rule;
  if (limit === null || card_tokens.length === 0) return is_active ? [{ change: 'deactivate', token }] : [];
  const before = new Set(rule.card_tokens);
  const hasCards = before.size === card_tokens.length && card_tokens.every((card) => before.has(card));
  const hasLimit = rule.limit?.window === limit.window && rule.limit.limit_cents === limit.limit_cents;
  return [
    ...(hasCards ? [] : [{ change: 'set_cards' as const, token, card_tokens }]),
    ...(is_active && hasLimit ? [] : [{ change: 'set_limit' as const, token, limit }]),
  ];
}

/** Decides whether a call takes cards out of a rule. */
function takesOut(change: FallbackChange, before: ReadonlyMap<string, readonly string[]>): boolean {
  if (change.change === 'deactivate') return true;
  if (change.change !== 'set_cards') return false;
  const after = new Set(change.card_tokens);
  return before.get(change.token)?.some((card) => !after.has(card)) ?? false;
}
