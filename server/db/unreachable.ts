/** Error codes of PostgreSQL, Prisma and sockets for a database that cannot be reached, is starting, stopping or full, has no room on its disk, or has just become a standby. */
const codes: ReadonlySet<unknown> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EHOSTUNREACH', 'EPIPE', 'ETIMEDOUT'],
  ...['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028'],
  ...['08000', '08001', '08003', '08004', '08006', '25006', '53100', '53300', '57P01', '57P02', '57P03'],
]);

/** The driver's errors of connections have no code, and the code for a server's missing socket is that of any missing file. */
const words = /timeout exceeded when trying to connect|connection timeout|Connection terminated|answers as a primary|connect ENOENT/;

/** Decides whether a failure of the database is one of reaching it, so that the same may be asked again: a lost commit may have been done. */
export function isUnreachable(failure: unknown): failure is Error {
  if (!(failure instanceof Error)) return false;
  const { code, cause, meta } = failure as { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown } };
  return codes.has(code) || words.test(failure.message) || isUnreachable(cause) || isUnreachable(meta?.driverAdapterError);
}
