import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Config } from '../../config.ts';

const digestOf = (text: string) => createHash('sha256').update(text).digest();

/** Tells whether a password is the sandbox's; without one every password is. */
export function isPassword(given: string | undefined, password: string | undefined): boolean {
  return password === undefined || timingSafeEqual(digestOf(given ?? ''), digestOf(password));
}

/** Returns the password that a browser sends with a request; undefined when it sends none. */
function passwordSent(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/.exec(authorization ?? '') ?? [];
  return encoded === undefined
    ? undefined
    : Buffer.from(encoded, 'base64')
        .toString()
        .replace(/^[^:]*:/, '');
}

/**
 * Admits browsers by the sandbox's password, and the product by the key in its addresses, which is cut off here. Preflight
 * requests pass, since they carry no password and have no effect. Admits everybody when there is no password.
 */
export function requirePassword({ password, keyPath }: Pick<Config['sandbox'], 'password' | 'keyPath'>): RequestHandler {
  return (request, response, next) => {
    if (password === undefined || request.method === 'OPTIONS') return next();
    if (request.url.startsWith(`${keyPath}/`)) {
      request.url = request.url.slice(keyPath.length);
      return next();
    }
    if (isPassword(passwordSent(request.headers.authorization), password)) return next();
    response.setHeader('WWW-Authenticate', 'Basic realm="Sandbox", charset="UTF-8"');
    response.status(401).type('text').send('This sandbox is behind a password.');
  };
}
