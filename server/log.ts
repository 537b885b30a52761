import { type DestinationStream, type Logger, pino } from 'pino';

/** Names of fields that may hold a secret or personal data; each is removed at any of three depths of a logged object. */
const secretNames = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'access_token',
  'public_token',
  'plaid_access_token',
  'rutter_access_token',
  'session',
  'session_jwt',
  'shopify_session',
  'id_token',
  'ssn',
  'ein',
  'government_id',
  'dob',
  'pan',
  'cvv',
  'email',
  'masqueradeAs',
  'phone_number',
  'api_key',
];

/** Returns an error's log fields, without the whole connection that an error of the database's pool carries. */
function errorLine(error: Error): object {
  const { client, ...line } = pino.stdSerializers.err(error);
  return line;
}

/** Makes the log: JSON lines for operators. Removes fields with the name of a secret before a line is written. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["${name}"]`]);
  return pino(
    { level, redact: { paths: [...new Set(paths)], censor: '[cut]' }, serializers: { err: errorLine }, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ sync: false }),
  );
}

/** Logs an error that nothing has caught, which then ends the process: an operator reads it where all other failures are. */
export function logUncaught(log: Logger): void {
  process.on('uncaughtExceptionMonitor', (error) => log.fatal({ err: error }, 'the process ends by an error that nothing caught'));
}
