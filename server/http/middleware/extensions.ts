import type { RequestHandler } from 'express';

/**
 * Lets extensions of a store's admin call, and answers the question that their browser asks first. They run at addresses
 * of the platform's that change, so every site may ask; what they get is by the session token alone, and no cookie counts.
 */
export const openToExtensions: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
};
