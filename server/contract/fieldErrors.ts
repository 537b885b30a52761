import type { z } from 'zod';
import type { FieldError } from './problems.ts';

type Issue = z.core.$ZodIssue;

const withArticle = (noun: string) => `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`;

function messageOf(issue: Issue): { message: string; fix: string } {
  switch (issue.code) {
    case 'unrecognized_keys':
      return { message: `Unknown: ${issue.keys.join(', ')}.`, fix: `Leave out ${issue.keys.join(', ')}.` };
    case 'invalid_type':
      // The issue does not hold the value, so only zod's own message tells whether it is missing.
      return issue.message.endsWith('received undefined')
        ? { message: 'This is missing.', fix: `Send ${withArticle(issue.expected)}.` }
        : { message: `This is not ${withArticle(issue.expected)}.`, fix: `Send ${withArticle(issue.expected)}.` };
    case 'invalid_value':
      return { message: 'This is not one of the values that are allowed.', fix: `Send one of: ${issue.values.map(String).join(', ')}.` };
    case 'too_big':
      return {
        message: 'This is more than there is room for.',
        fix: `Send at most ${String(issue.maximum)}${issue.origin === 'string' ? ' characters' : ''}.`,
      };
    case 'too_small':
      return { message: 'This is less than is needed.', fix: `Send at least ${String(issue.minimum)}${issue.origin === 'string' ? ' characters' : ''}.` };
    default: {
      const fix = issue.code === 'custom' && typeof issue.params?.fix === 'string' ? issue.params.fix : issue.message;
      return { message: issue.message, fix };
    }
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
