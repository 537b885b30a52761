import { control } from '../support/ask.ts';
import { sandboxUrl } from './addresses.ts';

/** Presses a button of the sandbox's control page; answers what came of it. */
export async function press<Result = unknown>(standIn: string, button: string, fields: Record<string, unknown> = {}): Promise<Result> {
  return (await control<{ result: Result }>(sandboxUrl(), `${standIn}/${button}`, fields)).result;
}
