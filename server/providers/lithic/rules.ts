import { isDeepStrictEqual } from 'node:util';
import type { Lithic } from 'lithic';
import { z } from 'zod';
import { cents } from '../../domain/basics/money.ts';
import type { Call } from '../call.ts';
import { Refused } from '../failure.ts';
import { everyPage, type Page } from '../page.ts';
import type { AuthRule, VelocityLimit } from '../ports/cardIssuer.ts';
import { listed, pageQuery } from './lists.ts';
import { page } from './map.ts';

const wireLimit = z.object({
  scope: z.enum(['CARD', 'ACCOUNT']),
  period: z.object({ type: z.enum(['DAY', 'WEEK', 'MONTH', 'YEAR']) }),
  limit_amount: z.int().transform(cents),
});

const wireVersion = z.object({ parameters: z.unknown() }).nullable();

const wireRule = z.object({
  token: z.string(),
  name: z.string().nullable(),
  state: z.string(),
  program_level: z.boolean(),
  card_tokens: z.array(z.string()),
  current_version: wireVersion,
});

const limitIn = (version: z.output<typeof wireVersion>): VelocityLimit | null => {
  const read = wireLimit.safeParse(version?.parameters);
  return read.success ? { scope: read.data.scope, window: read.data.period.type, limitCents: read.data.limit_amount } : null;
};

/** Reads a rule from the answer to its creation, a read or a list. Throws a ZodError for anything else. */
function authRule(wire: unknown): AuthRule {
  const { token, name, state, program_level, card_tokens, current_version } = wireRule.parse(wire);
  return {
    token,
    name,
    isActive: state === 'ACTIVE' && current_version !== null,
    isForProgram: program_level,
    cardTokens: card_tokens,
    limit: limitIn(current_version),
  };
}

/** Returns a limit in the issuer's format. Throws a RangeError below one cent, which would decline everything. */
function velocityParameters({ scope, window, limitCents }: VelocityLimit): Lithic.AuthRules.VelocityLimitParams {
  if (limitCents < 1) throw new RangeError('a limit of a rule is at least one cent');
  return { scope, period: { type: window }, limit_amount: limitCents };
}

/** Returns the port's calls about the issuer's own rules. */
export function authRuleCalls(sdk: Lithic, call: Call) {
  const rules = sdk.authRules.v2;

  const listAuthRules = (after: string | null = null): Promise<Page<AuthRule>> =>
    call('list_auth_rules', 'none', async (signal) => page(await listed(rules.list(pageQuery(after), { signal })), authRule));

  async function ruleNamed(name: string): Promise<AuthRule | undefined> {
    for await (const found of everyPage(listAuthRules)) {
      const named = found.find((rule) => rule.name === name);
      if (named) return named;
    }
    return undefined;
  }

  const promote = (token: string, limit: VelocityLimit) =>
    call('promote_auth_rule', 'repeatable', async (signal) => authRule(await rules.promote(token, { signal }))).catch(async (failure: unknown) => {
      if (!(failure instanceof Refused)) throw failure;
      // An earlier attempt may have put the draft in force, after which there is none.
      const rule = await call('get_auth_rule', 'none', async (signal) => authRule(await rules.retrieve(token, { signal })));
      if (rule.isActive && isDeepStrictEqual(rule.limit, limit)) return rule;
      throw failure;
    });

  async function setVelocityLimit(token: string, limit: VelocityLimit): Promise<AuthRule> {
    const parameters = velocityParameters(limit);
    await call('draft_auth_rule', 'repeatable', async (signal) => authRule(await rules.draft(token, { parameters }, { signal })));
    return promote(token, limit);
  }

  return {
    listAuthRules,

    createVelocityRule: async ({ name, cards, limit }: { name: string; cards: 'program' | readonly string[]; limit: VelocityLimit }): Promise<AuthRule> => {
      const parameters = velocityParameters(limit);
      const existing = await ruleNamed(name);
      if (existing) return existing.isActive ? existing : setVelocityLimit(existing.token, limit);
      const applies = cards === 'program' ? { program_level: true } : { card_tokens: [...cards] };
      const { token } = await call('create_auth_rule', 'once', async (signal) =>
        authRule(await rules.create({ name, type: 'VELOCITY_LIMIT', parameters, ...applies }, { signal })),
      );
      return promote(token, limit);
    },

    setVelocityLimit,

    setRuleCards: (token: string, cardTokens: readonly string[]) =>
      call('set_rule_cards', 'repeatable', async (signal) => authRule(await rules.update(token, { card_tokens: [...cardTokens] }, { signal }))),

    deactivateRule: (token: string) =>
      call('deactivate_rule', 'repeatable', async (signal) => authRule(await rules.update(token, { state: 'INACTIVE' }, { signal }))),
  };
}
