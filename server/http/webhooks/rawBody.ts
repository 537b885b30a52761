import express, { type Request, type RequestHandler } from 'express';

/** Signatures are over the bytes as they came, whatever their type says, so nothing may parse or unpack them before. */
export function readRaw(limit: string): RequestHandler {
  return express.raw({ type: () => true, limit, inflate: false });
}

/** The bytes that `readRaw` has read; none for a request without a body. */
export function rawBodyOf({ body }: Request): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
