import type { z } from 'zod';
import type { FieldError } from './problems.ts';

type Issue = z.core.$ZodIssue;

/** How the texts begin that zod itself writes: any other was written for this field. */
const ofLibrary = /^(Invalid|Too (small|big))/;

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

/** Returns a type of values as readers call it. */
const typeInWords = (expected: string) => withArticle(expected === 'int' ? 'whole number' : expected);

function messageOf(issue: Issue): { message: string; fix: string } {
  if (issue.code === 'unrecognized_keys') return { message: `Unknown: ${issue.keys.join(', ')}.`, fix: `Leave out ${issue.keys.join(', ')}.` };
  if (issue.code === 'custom' && typeof issue.params?.fix === 'string') return { message: issue.message, fix: issue.params.fix };
  return ofLibrary.test(issue.message) ? inWords(issue) : { message: issue.message, fix: issue.message };
}

function inWords(issue: Issue): { message: string; fix: string } {
  switch (issue.code) {
    case 'invalid_type': {
      const type = typeInWords(issue.expected);
      // The issue does not hold the value, so only zod's own message tells whether it is missing.
      const isMissing = issue.message.endsWith('received undefined');
      return { message: isMissing ? 'This is missing.' : `This is not ${type}.`, fix: `Send ${type}.` };
    }
    case 'invalid_value':
      return { message: 'This is not one of the values that are allowed.', fix: `Send one of: ${issue.values.map(String).join(', ')}.` };
    case 'invalid_union':
      return { message: 'This has none of the forms that are allowed.', fix: 'Send it as the call describes it.' };
    case 'too_big':
      return {
        message: 'This is more than there is room for.',
        fix: `Send at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}.`,
      };
    case 'too_small':
      return { message: 'This is less than is needed.', fix: `Send at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters' : ''}.` };
    default:
      return { message: issue.message, fix: issue.message };
  }
}

/**
 * Returns an error for each issue of a checked input, with its path, what is wrong and how to fix it. Never repeats values, because
 * they may be secret.
 */
export function fieldErrors(error: z.core.$ZodError, place: 'params' | 'query' | 'body'): FieldError[] {
  return error.issues.flatMap((issue) => {
    const path = [place === 'body' ? '' : place, ...issue.path.map(String)].filter(Boolean).join('.');
    return [{ path, ...messageOf(issue) }];
  });
}
