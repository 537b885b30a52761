import { extendZodWithOpenApi, OpenAPIRegistry, OpenApiGeneratorV31, type RouteConfig } from '@asteasolutions/zod-to-openapi';
import { z } from 'zod';
import type { RouteContract } from './define.ts';
import { bodyProblems, fileProblems, generalProblems, keyProblems, problemSchema, problems } from './problems.ts';

extendZodWithOpenApi(z);

/** Returns Express's `/users/:token` in OpenAPI's form, `/users/{token}`. */
function openApiPath(path: string): string {
  return path.replace(/:(\w+)/g, '{$1}');
}

function failureAnswers(contract: RouteContract): RouteConfig['responses'] {
  const signIn = contract.who === 'anyone' ? [] : (['unauthenticated', 'not_found'] as const);
  const staff = contract.method !== 'GET' || contract.who === 'staff' || contract.who === 'admin' ? (['forbidden'] as const) : [];
  const sent = contract.method === 'GET' ? [] : [...bodyProblems, ...(contract.idempotent ? keyProblems : [])];
  const codes = [...new Set([...generalProblems, ...signIn, ...staff, ...sent, ...(contract.files ? fileProblems : []), ...(contract.problems ?? [])])];
  const byStatus = Map.groupBy(codes, (code) => problems[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, here]) => [
      status,
      { description: here.map((code) => `\`${code}\` ${problems[code].title}`).join('; '), content: { 'application/problem+json': { schema: problemSchema } } },
    ]),
  );
}

function operation(contract: RouteContract): RouteConfig {
  const effect = contract.method === 'GET' ? undefined : contract;
  const files = (contract.files ?? []).map((type) => [type, { schema: z.string() }] as const);
  return {
    method: contract.method.toLowerCase() as Lowercase<RouteContract['method']>,
    path: openApiPath(contract.path),
    summary: contract.summary,
    ...(contract.who !== 'anyone' && { security: [{ [contract.who === 'shop' ? 'sessionToken' : 'accessToken']: [] }] }),
    request: {
      ...(contract.params && { params: contract.params as z.ZodObject }),
      ...(contract.query && { query: contract.query as z.ZodObject }),
      ...(contract.body && { body: { required: true, content: { 'application/json': { schema: contract.body } } } }),
      ...(effect?.idempotent && { headers: z.object({ 'Idempotency-Key': z.string().min(1).max(255) }) }),
    },
    responses: {
      [contract.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: contract.out }, ...Object.fromEntries(files) } },
      ...failureAnswers(contract),
    },
  };
}

/** Returns the whole API as an OpenAPI 3.1 document, derived from the contracts by which the server checks calls. */
export function openApiDocument(contracts: readonly RouteContract[]) {
  const registry = new OpenAPIRegistry();
  registry.registerComponent('securitySchemes', 'accessToken', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  registry.registerComponent('securitySchemes', 'sessionToken', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The session token of a shop’s admin',
  });
  for (const contract of contracts) registry.registerPath(operation(contract));
  return new OpenApiGeneratorV31(registry.definitions).generateDocument({
    openapi: '3.1.0',
    info: { title: 'Headway API', version: '1', description: 'Charge card and spending power. Amounts are whole US cents, instants ISO 8601 in UTC.' },
  });
}
