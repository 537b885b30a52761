import { toNestErrors } from '@hookform/resolvers';
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../contract/problems.ts';
import type { FieldProblem } from '../../domain/forms/address.ts';

/** Returns a resolver of react-hook-form that checks a form by our own rules. */
export function checkedBy<Form extends FieldValues>(problemsOf: (form: Form) => readonly FieldProblem[]): Resolver<Form> {
  return (form, _context, options) => {
    // Reversed, so that a field keeps its first problem.
    const found = Object.fromEntries(
      problemsOf(form)
        .toReversed()
        .map(({ path, message }) => [path, { type: 'rule', message }]),
    );
    return Object.keys(found).length === 0 ? { values: form, errors: {} } : { values: {}, errors: toNestErrors<Form>(found, options) };
  };
}

/** Shows each problem at its field and focuses the first. A problem's path is also the name of its input. */
export function showProblems<Form extends FieldValues>(form: UseFormReturn<Form>, problems: readonly FieldProblem[]): void {
  for (const { path, message } of problems) form.setError(path as FieldPath<Form>, { type: 'rule', message });
  const [first] = problems;
  if (first) document.getElementsByName(first.path)[0]?.focus();
}

/** The part of a failed call that concerns the fields of a form. */
export interface FieldErrors {
  errors?: readonly FieldError[] | undefined;
}

/** Returns the server's field errors under the form's own paths. The server's paths begin with the form's place in the call's body: the prefix. */
export function problemsOfAnswer({ errors = [] }: FieldErrors, prefix: string): FieldProblem[] {
  return errors.map(({ path, message }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message }));
}
