import { type DestinationStream, type Logger, pino } from 'pino';

/** Names under which a secret or a person's data could stand in something that is logged, at any of three depths. */
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

/** What is told of an error: without the whole connection that an error of the database's pool carries. */
function errorLine(error: Error): object {
  const { client, ...line } = pino.stdSerializers.err(error);
  return line;
}

/** JSON lines for whoever operates the product. What is named like a secret is cut before it is written. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const paths = secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*["${name}"]`]);
  return pino(
    { level, redact: { paths: [...new Set(paths)], censor: '[cut]' }, serializers: { err: errorLine }, timestamp: pino.stdTimeFunctions.isoTime },
    destination ?? pino.destination({ sync: false }),
  );
}
