import { toNestErrors } from '@hookform/resolvers';
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '../../contract/problems.ts';
import type { FieldProblem } from '../../domain/forms/address.ts';

/** Lets a form's own rules check its fields. */
export function checkedBy<Form extends FieldValues>(problemsOf: (form: Form) => readonly FieldProblem[]): Resolver<Form> {
  return (form, _context, options) => {
    // The first thing wrong with a field is what is said of it.
    const found = Object.fromEntries(
      problemsOf(form)
        .toReversed()
        .map(({ path, message }) => [path, { type: 'rule', message }]),
    );
    return Object.keys(found).length === 0 ? { values: form, errors: {} } : { values: {}, errors: toNestErrors<Form>(found, options) };
  };
}

/** Says each thing that is wrong at its field and leads to the first. The paths are those of the form's own rules, and the names of its inputs. */
export function showProblems<Form extends FieldValues>(form: UseFormReturn<Form>, problems: readonly FieldProblem[]): void {
  for (const { path, message } of problems) form.setError(path as FieldPath<Form>, { type: 'rule', message });
  const [first] = problems;
  if (first) document.getElementsByName(first.path)[0]?.focus();
}

/** What of a failed call concerns the fields of a form. */
export interface FieldErrors {
  errors?: readonly FieldError[] | undefined;
}

/** What the server found wrong, by the form's own paths: it names them as they stand in the body of the call, below the prefix. */
export function problemsOfAnswer({ errors = [] }: FieldErrors, prefix: string): FieldProblem[] {
  return errors.map(({ path, message }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message }));
}
