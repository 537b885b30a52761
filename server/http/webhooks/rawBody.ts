import express, { type Request, type RequestHandler } from 'express';

/** Reads the body's bytes unparsed, whatever its type, because signatures cover the bytes as sent. */
export function readRaw(limit: string): RequestHandler {
  return express.raw({ type: () => true, limit, inflate: false });
}

/** Returns the bytes that `readRaw` has read; none for a request without a body. */
export function rawBodyOf({ body }: Request): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
