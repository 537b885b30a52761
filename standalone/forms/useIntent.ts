import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { CallFailure, type Outcome } from '../../server/browser/callFailure.ts';
import type { Intent } from '../../server/browser/forms/intent.ts';
import { intentKeys } from '../../server/contract/intent.ts';

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
export function asProblem(failure: Error): CallFailure {
  if (failure instanceof CallFailure) return failure;
  return new CallFailure({
    code: 'unexpected',
    title: 'Something went wrong',
    detail: 'Something went wrong on our side. Nothing is lost: try again.',
  });
}
