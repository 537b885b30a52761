import { Banner, List } from '@shopify/polaris';
import type { CallFailure } from '../../server/browser/callFailure.ts';

interface ProblemBannerProps {
  problem: CallFailure | null;
  /** Stands in place of the failure's own title. */
  title?: string | undefined;
  /** Repeats the call that failed; left out where its button is still on the screen. */
  onRetry?: () => void;
}

/** Shows a failed call in the core's words, with a button to try again. */
export function ProblemBanner({ problem, title, onRetry }: ProblemBannerProps) {
  if (!problem) return null;
  return (
    <Banner tone="critical" title={title ?? problem.title} {...(onRetry && { action: { content: 'Try again', onAction: onRetry } })}>
      <p>{problem.message}</p>
      {problem.errors.length > 0 && (
        <List>
          {problem.errors.map(({ path, message }) => (
            <List.Item key={path}>{message}</List.Item>
          ))}
        </List>
      )}
    </Banner>
  );
}
