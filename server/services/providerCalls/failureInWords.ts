import { ProviderFailure } from '../../providers/failure.ts';

/** Returns why something failed, for an operator. The words of a provider do not say whose they are. */
export function failureInWords(error: unknown): string {
  if (error instanceof ProviderFailure) return `${error.provider} ${error.call}: ${error.message}`;
  return error instanceof Error ? error.message : String(error);
}
