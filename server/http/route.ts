import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteContract, Subject } from '../contract/define.ts';
import { fieldErrors } from '../contract/fieldErrors.ts';
import { InvalidRequest } from '../contract/invalidRequest.ts';
import type { FieldError } from '../contract/problems.ts';
import { isUnstorable, unstorableText, unstorableTexts } from '../contract/storableText.ts';
import { can } from '../domain/access.ts';
import { DomainError } from '../domain/errors.ts';
import type { Origin } from '../services/audit.ts';
import { type Caller, identifyCaller } from '../services/caller.ts';
import type { CurrentProgram, Deps } from '../services/deps.ts';
import { answerOnce } from '../services/idempotency.ts';
import type { ReportFile } from '../services/reports/writeFile.ts';
import { type ReceiverView, viewByShop, viewReceiver } from '../services/viewReceiver.ts';
import { countCall, limitAddress } from './middleware/rateLimit.ts';
import { callerAddress, originOf } from './request.ts';

/** What a handler gets: everything checked against its contract, and the receiver that the call is about. */
export interface Call<Contract extends RouteContract> {
  caller: Contract['who'] extends 'anyone' | 'shop' ? undefined : Caller;
  /** The receiver named by the contract's subject, as this caller may see it; the one of the shop that asks, null when it has none yet. */
  view: Contract extends { subject: Subject } ? ReceiverView : Contract['who'] extends 'shop' ? ReceiverView | null : undefined;
  params: ParamsOf<Contract>;
  query: QueryOf<Contract>;
  body: BodyOf<Contract>;
  program: CurrentProgram;
  origin: Origin;
  /** The caller's access token as it came; undefined for a call without sign-in. */
  accessToken: string | undefined;
  /** The media type that the caller wants most, of JSON and the contract's files. */
  wants: string;
}

type Handler<Contract extends RouteContract> = (call: Call<Contract>) => Promise<AnswerOf<Contract> | ReportFile>;

export interface Route {
  contract: RouteContract;
  handlers: (deps: Deps) => RequestHandler[];
}

const readJson = express.json({ limit: '256kb', type: 'application/json', strict: true });

/** A body in any other form is refused: a form of a foreign page could send it without asking. */
const requireJson: RequestHandler = (request, _response, next) => {
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
  if (hasBody && !request.is('application/json')) return next(new DomainError('unsupported_media_type'));
  next();
};

function check<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
  place: 'params' | 'query' | 'body',
  errors: FieldError[],
): z.output<Schema> | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  errors.push(...(parsed.success ? unstorableTexts(parsed.data, place === 'body' ? '' : place) : fieldErrors(parsed.error, place)));
  return parsed.data;
}

function checkRequest(contract: RouteContract, request: Request) {
  const errors: FieldError[] = [];
  const checked = {
    params: check(contract.params, request.params, 'params', errors),
    query: check(contract.query, request.query, 'query', errors),
    body: check(contract.body, request.body ?? {}, 'body', errors),
  };
  if (errors.length > 0) throw new InvalidRequest(errors);
  return checked;
}

function bearerOf(request: Request): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,8192})$/.exec(request.headers.authorization ?? '')?.[1];
}

function nameOfSubject(subject: Subject, request: Request): string | undefined {
  // A body that is no object has no names.
  const names: Readonly<Record<string, unknown>> = Object(request[subject.in]);
  const value = names[subject.name];
  // Whom the call is about is looked up before the rest of it is checked.
  if (typeof value === 'string' && isUnstorable(value)) {
    throw new InvalidRequest([unstorableText(subject.in === 'body' ? subject.name : `${subject.in}.${subject.name}`)]);
  }
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Who signed in is counted by person, who could not by address: one count for each call. */
async function countingRefusals<Found>(deps: Deps, request: Request, identify: () => Promise<Found>): Promise<Found> {
  try {
    return await identify();
  } catch (failure) {
    if (failure instanceof DomainError && failure.code === 'unauthenticated') await countCall(deps, 'address', callerAddress(request));
    throw failure;
  }
}

/** Signs the caller in and finds the receiver that the call is about, before anything else of the request is looked at. */
async function authorise(deps: Deps, contract: RouteContract, request: Request, response: Response) {
  if (contract.who === 'anyone') return { caller: undefined, view: undefined };
  if (contract.who === 'shop') return { caller: undefined, view: await authoriseShop(deps, request, response) };
  const caller = await countingRefusals(deps, request, () => identifyCaller(deps, response.locals.program, bearerOf(request)));
  response.locals.caller = caller;
  await countCall(deps, 'caller', caller.receiverId);
  if (contract.limit) await countCall(deps, contract.limit, caller.receiverId);
  const staffOnly = contract.who === 'staff' || contract.who === 'admin';
  if (staffOnly && !mayEnter(contract, caller)) throw new DomainError('forbidden');
  if (!contract.subject) return { caller, view: undefined };
  const view = await viewReceiver(deps, caller, {
    by: contract.subject.by,
    name: nameOfSubject(contract.subject, request),
    optional: contract.subject.optional ?? false,
    needsMasquerade: contract.who === 'receiver',
    call: `${contract.method} ${contract.path}`,
    effect: contract.method === 'GET' ? 'reads' : contract.masquerade,
    action: contract.action,
    origin: originOf(request, response),
  });
  if (contract.action && !can(caller, contract.action, view.receiver)) throw new DomainError('forbidden');
  return { caller, view };
}

/** Signs a shop's admin in. A shop without an account is counted by address. */
async function authoriseShop(deps: Deps, request: Request, response: Response): Promise<ReceiverView | null> {
  const view = await countingRefusals(deps, request, () => viewByShop(deps, response.locals.program, bearerOf(request)));
  await (view ? countCall(deps, 'caller', view.receiver.id) : countCall(deps, 'address', callerAddress(request)));
  return view;
}

/** An admin's call about a customer is refused to support once it is known about whom, since that goes to the customer's log. */
function mayEnter({ who, subject, action }: RouteContract, { admin, support }: Caller): boolean {
  return admin || (support && (who === 'staff' || (subject !== undefined && action !== undefined)));
}

function isFile(answer: unknown): answer is ReportFile {
  return typeof answer === 'object' && answer !== null && 'contentType' in answer && 'fileName' in answer && 'body' in answer;
}

async function sendFile(response: Response, file: ReportFile): Promise<void> {
  response.setHeader('Content-Type', file.contentType);
  response.setHeader(
    'Content-Disposition',
    `attachment; filename="${file.fileName.replace(/[^\w.() -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
  );
  response.setHeader('Cache-Control', 'no-store');
  if (typeof file.body === 'string' || Buffer.isBuffer(file.body)) {
    response.send(file.body);
    return;
  }
  for await (const chunk of file.body) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await new Promise<void>((resolve) => response.once('drain', resolve).once('close', resolve));
  }
  response.end();
}

/** An answer that breaks our own contract is our mistake: it is shown in development and tests, and never reaches a client there. */
function checkAnswer(deps: Deps, contract: RouteContract, answer: unknown): unknown {
  const parsed = contract.out.safeParse(answer);
  if (parsed.success) return parsed.data;
  if (deps.config.environment !== 'production') throw parsed.error;
  deps.log.error(
    { call: `${contract.method} ${contract.path}`, issues: parsed.error.issues.map((issue) => issue.path.join('.')) },
    'an answer does not fit its contract',
  );
  return answer;
}

/** An answer that an earlier version of the product stored may not fit the contract of now: its reader could not read it either. */
function readAnswer(deps: Deps, contract: RouteContract, stored: unknown): { answer: unknown } | null {
  const parsed = contract.out.safeParse(stored);
  if (parsed.success) return { answer: parsed.data };
  deps.log.error(
    { call: `${contract.method} ${contract.path}`, issues: parsed.error.issues.map((issue) => issue.path.join('.')) },
    'a stored answer cannot be read',
  );
  return null;
}

function idempotencyKey(contract: RouteContract, request: Request): string | undefined {
  if (contract.method === 'GET' || !contract.idempotent) return undefined;
  const key = request.headers['idempotency-key'];
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('idempotency_key_required');
  return key;
}

/**
 * Binds a contract to its handler: who calls, what the call is about, whether the request fits, once or again, whether
 * the answer fits. Failures of the handler reach the problem handler.
 */
export function route<Contract extends RouteContract>(contract: Contract, makeHandler: (deps: Deps) => Handler<Contract>): Route {
  return {
    contract,
    handlers: (deps) => {
      const handler = makeHandler(deps) as (call: Call<RouteContract>) => Promise<unknown>;
      const run = async (request: Request, response: Response): Promise<void> => {
        const { caller, view } = await authorise(deps, contract, request, response);
        const checked = checkRequest(contract, request);
        const call = {
          caller,
          view,
          ...checked,
          program: response.locals.program,
          origin: originOf(request, response),
          accessToken: bearerOf(request),
          wants: request.accepts(['application/json', ...(contract.files ?? [])]) || 'application/json',
        } as Call<RouteContract>;
        const key = idempotencyKey(contract, request);
        if (key !== undefined && caller) {
          const { answer, replayed } = await answerOnce(
            deps,
            { receiverId: caller.receiverId, call: `${contract.method} ${request.path}`, key, body: request.body },
            { work: async () => checkAnswer(deps, contract, await handler(call)), read: (stored) => readAnswer(deps, contract, stored) },
          );
          if (replayed) response.setHeader('Idempotency-Replayed', 'true');
          response.status(contract.status ?? 200).json(answer);
          return;
        }
        const answer = await handler(call);
        if (isFile(answer)) return sendFile(response, answer);
        response.setHeader('Cache-Control', 'no-store');
        const body = checkAnswer(deps, contract, answer);
        if (body === undefined) response.status(204).end();
        else response.status(contract.status ?? 200).json(body);
      };
      const reading = contract.method === 'GET' ? [] : [requireJson, readJson];
      const limits = contract.who === 'anyone' ? [limitAddress(deps, contract.limit)] : [];
      return [...limits, ...reading, (request, response, next) => void run(request, response).catch(next)];
    },
  };
}
