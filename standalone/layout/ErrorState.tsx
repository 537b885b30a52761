import { Button } from '@bigcommerce/big-design';
import { Notice } from './Notice.ts';

interface ErrorStateProps {
  /** Which content it is, where the place does not say that. */
  heading?: string;
  /** The failure in words for the reader, such as a problem's `detail`. */
  message: string;
  onRetry: () => void;
}

/** Stands in for content that could not be loaded, with a button to try again. */
export function ErrorState({ heading = 'Something went wrong', message, onRetry }: ErrorStateProps) {
  return (
    <Notice role="alert">
      <h2>{heading}</h2>
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
