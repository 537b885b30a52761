import type { RequestHandler } from 'express';

/**
 * Allows calls from extensions of a store's admin and answers their preflight requests. Extensions run at changing
 * addresses of the platform, so every origin is allowed; access depends on the session token alone, never on a cookie.
 */
export const openToExtensions: RequestHandler = (request, response, next) => {
  response.setHeader('Access-Control-Allow-Origin', '*');
  if (request.method !== 'OPTIONS') return next();
  response.setHeader('Access-Control-Allow-Methods', 'GET');
  response.setHeader('Access-Control-Allow-Headers', 'Authorization, Content-Type');
  response.setHeader('Access-Control-Max-Age', '86400');
  response.status(204).end();
};
