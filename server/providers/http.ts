import { HttpError } from './failure.ts';

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Built from configured addresses only, so that user input never decides which host the server calls. */
  url: URL;
  headers?: Record<string, string>;
  body?: string;
  signal: AbortSignal;
}

/** Calls a provider that has no SDK. Returns the text of a 2xx body; throws HttpError for any other status, redirects included. */
export async function sendHttp(request: HttpRequest): Promise<string> {
  return (await exchangeHttp(request)).text;
}

/** Does as `sendHttp`, and returns the status and the headers too. */
export async function exchangeHttp({ method, url, headers = {}, body, signal }: HttpRequest): Promise<{ status: number; text: string; headers: Headers }> {
  const response = await fetch(url, { method, headers, signal, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  if (response.ok) return { status: response.status, text, headers: response.headers };
  throw new HttpError(response.status, response.headers, jsonOrText(text));
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
