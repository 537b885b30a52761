import type { openApiDocument } from '../contract/openapi.ts';
import { escapeHtml } from '../domain/basics/escapeHtml.ts';

type Document = ReturnType<typeof openApiDocument>;

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1c1917; background: #fff }
  h1 { font-size: 1.75rem } h2 { font-size: 1.1rem; margin: 2rem 0 .25rem; font-family: ui-monospace, monospace }
  b { display: inline-block; min-width: 4.5rem } pre { overflow-x: auto; background: #f5f5f4; padding: .75rem; border-radius: .5rem; font-size: .85rem }
  @media (prefers-color-scheme: dark) { body { background: #1c1917; color: #f5f5f4 } pre { background: #292524 } }`;

function answers(responses: Record<string, unknown>): string {
  const rows = Object.entries(responses).map(([status, answer]) => {
    const description = typeof answer === 'object' && answer !== null && 'description' in answer ? String(answer.description) : '';
    return `<li><code>${escapeHtml(status)}</code> ${escapeHtml(description)}</li>`;
  });
  return `<ul>${rows.join('')}</ul>`;
}

function section(path: string, method: string, operation: Record<string, unknown>): string {
  const { summary, responses, parameters, requestBody } = operation;
  const takes =
    parameters || requestBody
      ? `<details><summary>What it takes</summary><pre>${escapeHtml(JSON.stringify({ parameters, requestBody }, null, 2))}</pre></details>`
      : '';
  return `<section><h2><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</h2><p>${escapeHtml(String(summary ?? ''))}</p>${takes}${answers((responses ?? {}) as Record<string, unknown>)}</section>`;
}

/** Returns a readable page of the API, from the same document as /api/openapi.json. It loads nothing from elsewhere. */
export function apiDocsPage(document: Document, nonce: string): string {
  const sections = Object.entries(document.paths ?? {}).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Record<string, unknown>>).map(([method, operation]) => section(path, method, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API | Headway</title>
<style nonce="${nonce}">${style}</style></head><body><main><h1>${escapeHtml(document.info.title)}</h1><p>${escapeHtml(document.info.description ?? '')} As a document: <a href="/api/openapi.json">openapi.json</a>.</p>${sections.join('')}</main></body></html>`;
}
