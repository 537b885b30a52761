import express, { type Request, type RequestHandler } from 'express';

const limit = '25mb';
const rawBodies = new WeakMap<object, Buffer>();
const keepRaw = (request: object, _response: unknown, raw: Buffer) => void rawBodies.set(request, raw);

/** Reads an encrypted push message as it is: the parsers below know compressed encodings alone, and leave a body that was read. */
const readEncrypted: RequestHandler = (request, _response, next) => {
  if (request.headers['content-encoding'] !== 'aes128gcm') return next();
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('error', next);
  request.on('end', () => {
    rawBodies.set(request, Buffer.concat(parts));
    Object.assign(request, { _body: true });
    next();
  });
};

/**
 * Reads every body once, for all stand-ins: JSON and forms become objects in `request.body`, anything else a Buffer.
 * Stand-ins mount no body parser of their own.
 */
export const readBody: RequestHandler[] = [
  readEncrypted,
  express.json({ limit, strict: false, verify: keepRaw, type: ['application/json', 'application/*+json'] }),
  express.urlencoded({ limit, extended: true, verify: keepRaw }),
  express.raw({
    limit,
    verify: keepRaw,
    type: (request) => !/^application\/(?:json|[\w.-]+\+json|x-www-form-urlencoded)\b/.test(request.headers['content-type'] ?? ''),
  }),
];

/** Returns the body's bytes as received, for signatures; empty when there was no body. */
export const rawBody = (request: Request): Buffer => rawBodies.get(request) ?? Buffer.alloc(0);
