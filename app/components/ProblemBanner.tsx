import { Banner, List } from '@shopify/polaris';
import type { Failure } from '../call.ts';

interface ProblemBannerProps {
  problem: Failure | null;
  /** Repeats the call that failed; left out where its button is still on the screen. */
  onRetry?: () => void;
}

/** Shows a failed call in the core's words, with a button to try again. */
export function ProblemBanner({ problem, onRetry }: ProblemBannerProps) {
  if (!problem) return null;
  const errors = problem.errors ?? [];
  return (
    <Banner tone="critical" title={problem.title} {...(onRetry && { action: { content: 'Try again', onAction: onRetry } })}>
      <p>{problem.detail}</p>
      {errors.length > 0 && (
        <List>
          {errors.map(({ path, message }) => (
            <List.Item key={path}>{message}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}
