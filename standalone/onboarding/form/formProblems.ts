import { toNestErrors } from '@hookform/resolvers';
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import type { FieldProblem } from '../../../server/domain/address.ts';
import type { ApiProblem } from '../../api.ts';

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

/** Says each thing that is wrong at its field and leads to the first. The paths are those of the form's own rules. */
export function showProblems<Form extends FieldValues>(form: UseFormReturn<Form>, problems: readonly FieldProblem[]): void {
  for (const { path, message } of problems) form.setError(path as FieldPath<Form>, { type: 'rule', message });
  const [first] = problems;
  if (first) form.setFocus(first.path as FieldPath<Form>);
}

/** What the server found wrong, by the form's own paths: it names them as they stand in the body, below `form.`. */
export function problemsOfAnswer(problem: ApiProblem, prefix: string): FieldProblem[] {
  return problem.errors.map(({ path, message }) => ({ path: path.startsWith(prefix) ? path.slice(prefix.length) : path, message }));
}
