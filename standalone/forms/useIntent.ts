import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { intentKeys } from '../../server/contract/intent.ts';
import { ApiProblem } from '../api.ts';

export interface Intent<Input, Output> {
  /** Sends the input; never throws. */
  run(input: Input): Promise<Outcome<Output>>;
  isBusy: boolean;
  /** The last failure; null when there was none. */
  problem: ApiProblem | null;
  /** Forgets the last failure. */
  clear(): void;
}

export type Outcome<Output> = { ok: true; value: Output } | { ok: false; problem: ApiProblem };

/**
 * Sends an input that must take effect once, however often it is sent. The same input keeps its idempotency key until it has
 * succeeded, so that a lost answer can be asked for again; another input gets another key.
 */
export function useIntent<Input, Output>(send: (input: Input, idempotencyKey: string) => Promise<Output>): Intent<Input, Output> {
  const [keys] = useState(() => intentKeys<Outcome<Output>>(() => crypto.randomUUID()));
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: async (input: Input) => {
      const output = await send(input, keys.keyOf(input));
      keys.succeeded();
      return output;
    },
  });
  return {
    run: (input) =>
      keys.once(input, () =>
        mutateAsync(input).then(
          (value) => ({ ok: true, value }),
          (failure: Error) => ({ ok: false, problem: asProblem(failure) }),
        ),
      ),
    isBusy: isPending,
    problem: error && asProblem(error),
    clear: reset,
  };
}

/** Returns a failure that may be shown. Any other error is a defect of ours, and its message is not shown. */
export function asProblem(failure: Error): ApiProblem {
  if (failure instanceof ApiProblem) return failure;
  return new ApiProblem({
    status: 0,
    code: 'unexpected',
    title: 'Something went wrong',
    detail: 'Something went wrong on our side. Nothing is lost: try again.',
  });
}
