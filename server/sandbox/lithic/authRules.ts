import { randomUUID } from 'node:crypto';
import { type Request, Router } from 'express';
import type Lithic from 'lithic';
import { z } from 'zod';
import { handle } from '../core/handle.ts';
import { dayMs } from '../core/measures.ts';
import { backtestResults, runBacktests } from './backtests.ts';
import { listPage } from './lists.ts';
import { notFound, parse, refuse } from './refusal.ts';
import { backtestBody, createRuleBody, draftBody, parseParameters, patchRuleBody, type VelocityParameters } from './ruleBodies.ts';
import { velocityOf } from './ruleEvaluation.ts';
import type { LithicState, StoredRule } from './state.ts';

type AuthRule = Lithic.AuthRules.AuthRule;
type Parameters = StoredRule['versions'][number]['parameters'];
type Applies = Omit<z.infer<typeof patchRuleBody>, 'name' | 'state'>;

/** Refuses cards and accounts that do not exist. Nobody opens accounts of businesses here. */
async function requireExisting({ cards, holders }: LithicState, applies: Applies): Promise<void> {
  for (const list of ['card_tokens', 'excluded_card_tokens'] as const)
    for (const token of applies[list] ?? []) if (!(await cards.get(token))) throw refuse(400, `${list}: card ${token} does not exist`);
  for (const list of ['account_tokens', 'excluded_account_tokens'] as const) {
    for (const account_token of applies[list] ?? []) {
      if (!(await holders.findOne({ holder: { account_token } }))) throw refuse(400, `${list}: account ${account_token} does not exist`);
    }
  }
  for (const list of ['business_account_tokens', 'excluded_business_account_tokens'] as const)
    for (const token of applies[list] ?? []) throw refuse(400, `${list}: account ${token} does not exist`);
}

/**
 * Returns whom a rule applies to: accounts, cards, or the program less what it leaves out, and never two of them. Every account and
 * card must exist. Returns nothing for a change that leaves it as it is.
 */
async function application(state: LithicState, applies: Applies, present?: AuthRule): Promise<Partial<AuthRule> | undefined> {
  const { account_tokens, business_account_tokens, card_tokens, program_level, ...leftOut } = applies;
  const levels = [account_tokens ?? business_account_tokens, card_tokens, program_level].filter((level) => level !== undefined);
  const leavesOut = Object.values(leftOut).some((list) => list !== undefined);
  if (levels.length === 0 && !leavesOut) return undefined;
  if (levels.length > 1) throw refuse(400, 'A rule applies to accounts, to cards or to the program');
  if (program_level === false || [account_tokens, business_account_tokens, card_tokens].some((list) => list?.length === 0))
    throw refuse(400, 'A rule must apply to something');
  const isOfProgram = program_level ?? (levels.length === 0 && present?.program_level === true);
  if (leavesOut && !isOfProgram) throw refuse(400, 'Only a rule for the program leaves out cards or accounts');
  await requireExisting(state, applies);
  return {
    account_tokens: account_tokens ?? [],
    business_account_tokens: business_account_tokens ?? [],
    card_tokens: card_tokens ?? [],
    program_level: isOfProgram,
    excluded_card_tokens: leftOut.excluded_card_tokens ?? [],
    excluded_account_tokens: leftOut.excluded_account_tokens ?? [],
  };
}

async function ruleOf({ rules }: LithicState, { params }: Request): Promise<StoredRule> {
  const stored = await rules.get(params.rule ?? '');
  if (!stored) throw notFound();
  return stored;
}

async function changed({ rules }: LithicState, { params }: Request, change: (stored: StoredRule) => StoredRule): Promise<AuthRule> {
  const after = await rules.update(params.rule ?? '', change);
  if (!after) throw notFound();
  return after.rule;
}

function withVersion(state: LithicState, versions: StoredRule['versions'], parameters: Parameters) {
  const version = (versions.at(-1)?.version ?? 0) + 1;
  return { version, versions: [...versions, { version, parameters, state: 'SHADOW' as const, created: state.now() }] };
}

const draftOf = (version: number, parameters: Parameters) => ({ version, parameters, state: 'SHADOWING', error: null }) satisfies AuthRule['draft_version'];

const createRule = (state: LithicState) =>
  handle(async ({ body }, response): Promise<AuthRule> => {
    const { type, parameters: given, name = null, event_stream = 'AUTHORIZATION', ...applies } = parse(createRuleBody, body);
    const parameters = parseParameters(type, given);
    const to = await application(state, applies);
    if (!to) throw refuse(400, 'A rule must apply to something');
    const { version, versions } = withVersion(state, [], parameters);
    const rule: AuthRule = {
      token: randomUUID(),
      account_tokens: [],
      business_account_tokens: [],
      card_tokens: [],
      program_level: false,
      ...to,
      state: 'INACTIVE',
      type,
      name,
      event_stream,
      lithic_managed: false,
      current_version: null,
      draft_version: draftOf(version, parameters),
    };
    await state.rules.insert(rule.token, { rule, versions });
    response.status(201);
    return rule;
  });

const listRules = ({ rules }: LithicState) =>
  handle((request) => {
    const { card_token, account_token, scope } = request.query;
    const match = {
      rule: {
        ...(card_token !== undefined && { card_tokens: [card_token] }),
        ...(account_token !== undefined && { account_tokens: [account_token] }),
        ...(scope === 'PROGRAM' && { program_level: true }),
      },
    };
    return listPage(request, { collection: rules, match, shape: ({ rule }) => rule });
  });

const listResults = ({ ruleResults }: LithicState) =>
  handle((request) => {
    const { event_token, auth_rule_token } = request.query;
    if (event_token === undefined && auth_rule_token === undefined) throw refuse(400, 'event_token or auth_rule_token is required');
    return listPage(request, { collection: ruleResults, match: { event_token, auth_rule_token }, shape: (result) => result });
  });

const readRule = (state: LithicState) => handle(async (request) => (await ruleOf(state, request)).rule);

const changeRule = (state: LithicState) =>
  handle(async (request): Promise<AuthRule> => {
    const { name, state: wanted, ...applies } = parse(patchRuleBody, request.body);
    const present = await ruleOf(state, request);
    const to = await application(state, applies, present.rule);
    return changed(state, request, ({ rule, versions }) => ({
      rule: { ...rule, ...(name !== undefined && { name }), ...(wanted && { state: wanted }), ...to },
      versions: wanted ? versions.map((one) => (one.state === 'ACTIVE' ? { ...one, state: 'INACTIVE' } : one)) : versions,
    }));
  });

const removeRule = (state: LithicState) =>
  handle(async (request, response) => {
    await state.rules.remove((await ruleOf(state, request)).rule.token);
    response.status(204).end();
  });

const draftVersion = (state: LithicState) =>
  handle(async (request): Promise<AuthRule> => {
    const { parameters: given = null } = parse(draftBody, request.body);
    return changed(state, request, ({ rule, versions }) => {
      const shadowless = versions.map((one) => (one.state === 'SHADOW' ? { ...one, state: 'INACTIVE' as const } : one));
      if (given === null) return { rule: { ...rule, draft_version: null }, versions: shadowless };
      const parameters = parseParameters(rule.type, given);
      const next = withVersion(state, shadowless, parameters);
      return { rule: { ...rule, draft_version: draftOf(next.version, parameters) }, versions: next.versions };
    });
  });

const promoteDraft = (state: LithicState) =>
  handle((request) =>
    changed(state, request, ({ rule, versions }) => {
      const { draft_version: draft } = rule;
      if (!draft) throw refuse(400, 'The rule has no draft version to promote');
      const { version, parameters } = draft;
      return {
        rule: { ...rule, state: 'ACTIVE', current_version: { version, parameters }, draft_version: null },
        versions: versions.map((one) => ({ ...one, state: one.version === version ? 'ACTIVE' : 'INACTIVE' })),
      };
    }),
  );

const listVersions = (state: LithicState) => handle(async (request) => ({ data: (await ruleOf(state, request)).versions.toReversed() }));

const readFeatures = (state: LithicState) =>
  handle(async (request): Promise<Lithic.AuthRules.V2RetrieveFeaturesResponse> => {
    const { rule } = await ruleOf(state, request);
    const { card_token, account_token } = request.query;
    const parameters = rule.current_version?.parameters;
    if (rule.type !== 'VELOCITY_LIMIT' || !parameters) throw refuse(400, 'Only an active velocity rule has features here');
    const { scope, period, filters = {} } = parameters as VelocityParameters;
    const asked = scope === 'CARD' ? card_token : account_token;
    if (typeof asked !== 'string') throw refuse(400, `${scope === 'CARD' ? 'card_token' : 'account_token'} is required`);
    const value = await velocityOf(state, { scope, period, filters }, { token: asked, account_token: asked });
    return { evaluated: state.now(), features: [{ scope, period, filters: filters as Lithic.AuthRules.VelocityLimitFilters, value }] };
  });

const reportQuery = z.object({ begin: z.iso.date(), end: z.iso.date() });

const readReport = (state: LithicState) =>
  handle(async (request): Promise<Lithic.AuthRules.V2RetrieveReportResponse> => {
    const { rule, versions } = await ruleOf(state, request);
    const { begin, end } = parse(reportQuery, request.query);
    const [from, until, today] = [Date.parse(begin), Date.parse(end), Date.parse(state.now().slice(0, 10))];
    if (until < from || until - from > 31 * dayMs) throw refuse(400, 'The maximum interval length is 1 month');
    if (until >= today || today - from > 92 * dayMs) throw refuse(400, 'Reports are available for the past 3 months, through the previous day in UTC');
    const results = await state.ruleResults.find({ auth_rule_token: rule.token });
    const days = Array.from({ length: (until - from) / dayMs + 1 }, (_, place) => new Date(from + place * dayMs).toISOString().slice(0, 10));
    const statistics = (date: string) =>
      versions.flatMap(({ version, state: now }) => {
        const ofDay = results.filter(({ rule_version, evaluation_time }) => rule_version === version && evaluation_time.startsWith(date));
        const declined = ofDay.filter(({ actions }) => actions.length > 0).length;
        const action_counts = { DECLINE: declined, NO_ACTION: ofDay.length - declined };
        return ofDay.length === 0 ? [] : [{ version, state: now, action_counts, examples: [] }];
      });
    return { auth_rule_token: rule.token, begin, end, daily_statistics: days.map((date) => ({ date, versions: statistics(date) })) };
  });

const requestBacktest = (state: LithicState) =>
  handle(async (request) => {
    const { rule } = await ruleOf(state, request);
    const now = state.core.clock.now();
    const { start = new Date(now.getTime() - 7 * dayMs).toISOString(), end = now.toISOString() } = parse(backtestBody, request.body);
    if (rule.type === 'VELOCITY_LIMIT') throw refuse(400, 'Backtesting is not supported for VELOCITY_LIMIT rules');
    if (start >= end) throw refuse(400, 'start: must be before end');
    const backtest_token = randomUUID();
    const simulation_parameters = { start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    await state.backtests.insert(backtest_token, { backtest_token, rule_token: rule.token, created: state.now(), status: 'PENDING', simulation_parameters });
    runBacktests(state);
    return { backtest_token };
  });

const listBacktests = (state: LithicState) =>
  handle(async (request) => {
    const { rule } = await ruleOf(state, request);
    return listPage(request, { collection: state.backtests, match: { rule_token: rule.token }, shape: ({ rule_token: _rule, ...shown }) => shown });
  });

const readBacktest = (state: LithicState) =>
  handle(async (request) => {
    const stored = await ruleOf(state, request);
    const test = await state.backtests.get(request.params.backtest ?? '');
    if (test?.rule_token !== stored.rule.token) throw notFound();
    return backtestResults(state, stored, test);
  });

/** Serves /v2/auth_rules. */
export function authRuleRoutes(state: LithicState): Router {
  const router = Router();
  router.post('/auth_rules', createRule(state));
  router.get('/auth_rules', listRules(state));
  router.get('/auth_rules/results', listResults(state));
  router.get('/auth_rules/:rule', readRule(state));
  router.patch('/auth_rules/:rule', changeRule(state));
  router.delete('/auth_rules/:rule', removeRule(state));
  router.post('/auth_rules/:rule/draft', draftVersion(state));
  router.post('/auth_rules/:rule/promote', promoteDraft(state));
  router.get('/auth_rules/:rule/versions', listVersions(state));
  router.get('/auth_rules/:rule/features', readFeatures(state));
  router.get('/auth_rules/:rule/report', readReport(state));
  router.post('/auth_rules/:rule/backtests', requestBacktest(state));
  router.get('/auth_rules/:rule/backtests', listBacktests(state));
  router.get('/auth_rules/:rule/backtests/:backtest', readBacktest(state));
  return router;
}
