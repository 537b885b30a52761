import { Banner, List } from '@shopify/polaris';
import type { Failure } from './call.ts';

interface ProblemBannerProps {
  problem: Failure | null;
  /** Does again what failed; left out where the button that failed is still there. */
  onRetry?: () => void;
}

/** Why something did not work, in the core's words, with the way to try again. */
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
