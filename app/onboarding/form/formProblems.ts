import { toNestErrors } from '@hookform/resolvers';
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { FieldProblem } from '../../../server/domain/address.ts';
import type { Failure } from '../call.ts';

/** Lets a form's own rules check its fields. The first thing wrong with a field is what is said of it. */
export function checkedBy<Form extends FieldValues>(problemsOf: (form: Form) => readonly FieldProblem[]): Resolver<Form> {
  return (form, _context, options) => {
    const problems = problemsOf(form);
    if (problems.length === 0) return { values: form, errors: {} };
    const found = Object.fromEntries(problems.toReversed().map(({ path, message }) => [path, { type: 'rule', message }]));
    return { values: {}, errors: toNestErrors<Form>(found, options) };
  };
}

/** Says each thing that is wrong at its field and leads to the first. */
export function showProblems<Form extends FieldValues>(form: UseFormReturn<Form>, problems: readonly FieldProblem[]): void {
  for (const { path, message } of problems) form.setError(path as FieldPath<Form>, { type: 'rule', message });
  const [first] = problems;
  if (first) document.getElementById(first.path)?.focus();
}

/** What the core found wrong, by the form's own paths: it names them as they stand in the body, below the prefix. */
export function problemsOfAnswer({ errors = [] }: Failure, prefix: string): FieldProblem[] {
  return errors.map(({ path, message }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message }));
}
