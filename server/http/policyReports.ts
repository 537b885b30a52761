import express, { type RequestHandler, Router } from 'express';
import { Counter } from 'prom-client';
import { z } from 'zod';
import { safeUrl } from '../domain/access/queryNames.ts';
import { DomainError } from '../domain/basics/errors.ts';
import type { Deps } from '../services/deps.ts';
import { limitAddress } from './middleware/rateLimit.ts';

/** Where browsers report what the policy of one of our pages forbade. Each page's policy names it. */
export const policyReportPath = '/policy-reports';

/** The largest report, in bytes: it repeats the policy, and the page's address with a handed-in session. */
const maximumReport = '32kb';

/** The body that browsers send for `report-uri`. Anybody can send one, so it proves nothing until somebody has looked into it. */
const sentReport = z.object({
  'csp-report': z.object({
    'document-uri': z.string(),
    'effective-directive': z.string().regex(/^[a-z-]{1,40}$/),
    'blocked-uri': z.string(),
    'source-file': z.string().optional(),
  }),
});

/** Returns the site of an address without its path, which may be secret; a word such as `inline` or `data` as it is. */
function siteOf(blocked: string): string {
  return URL.canParse(blocked) ? new URL(blocked).origin : blocked.slice(0, 40);
}

/** Ignores reports about a visitor's own extensions: they are no attack, and we cannot mend them. */
const isOfExtension = (address = '') => /^[a-z-]+-extension(:|$)/.test(address);

/** Takes the path of the page alone: its query may hold a session. */
const pathOf = (address: string) => (URL.canParse(address) ? safeUrl(new URL(address).pathname) : '');

const noReport = () => new DomainError('invalid_request', { reason: 'Send what a browser reports of a page’s policy, as application/csp-report.' });

/**
 * Logs and counts what the policies of our pages forbade in a browser, as browsers report it: markup that somebody planted, or
 * something of ours or of a provider's that a policy does not allow yet. Answers 204, and 400 to what is no report.
 */
export function policyReports(deps: Deps): RequestHandler {
  const violations = new Counter({
    name: 'policy_violations_total',
    help: 'What browsers report that the policy of a page forbade',
    registers: [deps.metrics],
  });
  const body = express.json({ type: ['application/csp-report', 'application/json'], limit: maximumReport });
  return Router().post(policyReportPath, limitAddress(deps, 'policyReport'), body, (request, response, next) => {
    const { success, data } = sentReport.safeParse(request.body);
    if (!success) return next(noReport());
    const { 'document-uri': page, 'effective-directive': directive, 'blocked-uri': blocked, 'source-file': source } = data['csp-report'];
    if (!isOfExtension(blocked) && !isOfExtension(source)) {
      violations.inc();
      deps.log.warn({ program: response.locals.program.key, page: pathOf(page), directive, blocked: siteOf(blocked) }, 'a page’s policy forbade something');
    }
    response.status(204).end();
  });
}
