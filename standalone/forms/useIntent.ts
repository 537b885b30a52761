import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { intentKeys } from '../../server/contract/intent.ts';
import { ApiProblem } from '../api.ts';

export interface Intent<Input, Output> {
  /** Carries it out; never throws. */
  run(input: Input): Promise<Outcome<Output>>;
  isBusy: boolean;
  /** Why it failed the last time. */
  problem: ApiProblem | null;
  /** Forgets the last failure. */
  clear(): void;
}

export type Outcome<Output> = { ok: true; value: Output } | { ok: false; problem: ApiProblem };

/**
 * Something that is to have its effect once, however often it has to be sent. The same input keeps its key until it has
 * succeeded, so that a lost answer can be asked for again; another input is another intent.
 */
export function useIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Output>): Intent<Input, Output> {
  const [keys] = useState(() => intentKeys(() => crypto.randomUUID()));
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (input: Input) => {
      const output = await send(input, keys.keyOf(input));
      keys.succeeded();
      return output;
    },
  });
  return {
    run: (input) =>
      mutateAsync(input).then(
        (value) => ({ ok: true, value }),
        (failure: Error) => ({ ok: false, problem: asProblem(failure) }),
      ),
    isBusy: isPending,
    problem: error && asProblem(error),
    clear: reset,
  };
}

/** A failure as it may be shown. Whatever else is thrown is a mistake of ours, and not told. */
export function asProblem(failure: Error): ApiProblem {
  if (failure instanceof ApiProblem) return failure;
  return new ApiProblem({
    status: 0,
    code: 'unexpected',
    title: 'Something went wrong',
    detail: 'Something went wrong on our side. Nothing is lost: try again.',
  });
}
