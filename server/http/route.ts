import { callAddress } from '../contract/call.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf, RouteContract, Subject } from '../contract/define.ts';
import { DomainError } from '../domain/basics/errors.ts';
import { recordEffect } from '../services/access/audit.ts';
import type { Origin } from '../services/access/auditEntry.ts';
import type { Caller } from '../services/access/caller.ts';
import type { ReceiverView } from '../services/access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../services/deps.ts';
import { isReportFile, type ReportFile } from '../services/reports/reportFile.ts';
import { checkAnswer } from '../services/requests/checkAnswer.ts';
import { answerOnce, type KeepAnswer } from '../services/requests/idempotency.ts';
import type { ApiAnswer, ApiRequest } from './apiRequest.ts';
import { authorize } from './authorize.ts';
import { checkRequest, readAnswer } from './contractChecks.ts';
import { countCall, countFailures } from './middleware/rateLimit.ts';
import { problemAnswer } from './problemAnswer.ts';

/** The input of a handler: all parts checked against the contract, and the receiver that the call is about. */
export interface Call<Contract extends RouteContract> {
  caller: Contract['who'] extends 'anyone' | 'shop' ? undefined : Caller;
  /** The receiver that the contract's subject names, as this caller may see it. For a shop's call, the shop's receiver; null before it has one. */
  view: Contract extends { subject: Subject } ? ReceiverView : Contract['who'] extends 'shop' ? ReceiverView | null : undefined;
  params: ParamsOf<Contract>;
  query: QueryOf<Contract>;
  body: BodyOf<Contract>;
  program: CurrentProgram;
  origin: Origin;
  /** The caller's access token, unverified text; undefined for a call without sign-in. */
  accessToken: string | undefined;
  /** The caller's preferred media type, of JSON and the contract's files. */
  wants: string;
  /** Returns the signal that aborts when the client disconnects. */
  left: () => AbortSignal;
  /** Keeps the answer of a call with a key in the transaction of its effect. */
  keepAnswer: KeepAnswer<AnswerOf<Contract>>;
}

type Handler<Contract extends RouteContract> = (call: Call<Contract>) => Promise<AnswerOf<Contract> | ReportFile>;
type AnyHandler = (call: Call<RouteContract>) => Promise<unknown>;

/** Answers a call from any transport. Never throws: a failure becomes a problem. */
export type Answering = (request: ApiRequest) => Promise<ApiAnswer>;

export interface Route {
  contract: RouteContract;
  answering: (deps: Deps) => Answering;
}

/**
 * Binds a contract to its handler: signs the caller in, finds the subject, checks the request, replays the stored
 * answer of a repeated call, and checks the answer.
 */
export function route<Contract extends RouteContract>(contract: Contract, makeHandler: (deps: Deps) => Handler<Contract>): Route {
  return {
    contract,
    answering: (deps) => {
      const handler = makeHandler(deps) as AnyHandler;
      return (request) => answerCall(deps, contract, handler, request).catch((thrown: unknown) => problemAnswer(deps.log, thrown, request.origin.requestId));
    },
  };
}

async function answerCall(deps: Deps, contract: RouteContract, handler: AnyHandler, request: ApiRequest): Promise<ApiAnswer> {
  if (contract.who !== 'anyone') return answerCounted(deps, contract, handler, request);
  const limit = contract.limit ?? 'address';
  const { address } = request.origin;
  if (contract.carriesProof) return countFailures(deps, limit, address, () => answerCounted(deps, contract, handler, request));
  await countCall(deps, limit, address);
  return answerCounted(deps, contract, handler, request);
}

async function answerCounted(deps: Deps, contract: RouteContract, handler: AnyHandler, request: ApiRequest): Promise<ApiAnswer> {
  const { program, origin, accessToken } = request;
  const read = { ...request, body: contract.method === 'GET' ? {} : await readBody(deps, request) };
  const { caller, view } = await authorize(deps, contract, read);
  const wants = request.preferred([json, ...(contract.files ?? [])]) ?? json;
  // The contract determines the type of each part, and only the handler knows the contract.
  const call = { caller, view, ...checkRequest(contract, read), program, origin, accessToken, wants, left: request.left } as Omit<
    Call<RouteContract>,
    'keepAnswer'
  >;
  const effect = view?.effect;
  const perform = (keepAnswer: KeepAnswer) => (effect ? recordEffect(deps, effect, () => handler({ ...call, keepAnswer })) : handler({ ...call, keepAnswer }));
  const key = idempotencyKey(contract, request);
  if (key === undefined || !caller) {
    const made = await perform(withoutKey);
    return isReportFile(made) ? fileAnswer(made) : jsonAnswer(contract, checkAnswer(deps, contract, made));
  }
  const intent = {
    scope: caller.scope,
    memberId: caller.memberId,
    call: `${contract.method} ${callAddress(contract.path, { params: request.params })}`,
    key,
    body: read.body,
  };
  const { answer, replayed } = await answerOnce(deps, intent, {
    work: async (keepAnswer) => {
      const keep: KeepAnswer = (transaction, made) => keepAnswer(transaction, checkAnswer(deps, contract, made));
      return checkAnswer(deps, contract, await perform(keep));
    },
    read: (stored) => readAnswer(deps, contract, stored),
  });
  return jsonAnswer(contract, answer, replayed ? { 'Idempotency-Replayed': 'true' } : {});
}

/** Reads a body, and counts one that cannot be read against the caller's address, because nobody is signed in yet. */
async function readBody(deps: Deps, { readBody: read, origin }: ApiRequest): Promise<unknown> {
  try {
    return await read();
  } catch (failure) {
    await countCall(deps, 'address', origin.address);
    throw failure;
  }
}

/** A call without a key may have its effect twice. */
const withoutKey: KeepAnswer = async () => {};

const json = 'application/json';

function idempotencyKey(contract: RouteContract, { idempotencyKey: key }: ApiRequest): string | undefined {
  if (contract.method === 'GET' || !contract.idempotent) return undefined;
  if (key === undefined || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new DomainError('idempotency_key_required');
  return key;
}

function jsonAnswer(contract: RouteContract, answer: unknown, headers: Readonly<Record<string, string>> = {}): ApiAnswer {
  return {
    status: contract.status ?? 200,
    headers: { 'Content-Type': `${json}; charset=utf-8`, 'Cache-Control': 'no-store', ...headers },
    body: JSON.stringify(answer),
  };
}

/** Keeps compression, ours and that of proxies, and the buffer of nginx from holding pieces back. */
const unbuffered = { 'Cache-Control': 'no-store, no-transform', 'X-Accel-Buffering': 'no' };

function fileAnswer({ contentType, fileName, isLive, body }: ReportFile): ApiAnswer {
  const headers = { 'Content-Type': contentType, ...(isLive ? unbuffered : { 'Cache-Control': 'no-store' }) };
  return { status: 200, headers: fileName === null ? headers : { ...headers, 'Content-Disposition': attachment(fileName) }, body };
}

function attachment(fileName: string): string {
  const plainName = fileName.replace(/[^\w.() -]/g, '_');
  return `attachment; filename="${plainName}"; filename*=UTF-8''${encodeURIComponent(fileName)}`;
}
