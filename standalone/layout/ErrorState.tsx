import { Button } from '@bigcommerce/big-design';
import { Notice } from './Notice.ts';

interface ErrorStateProps {
  /** What went wrong, in words written for the reader, such as a problem's `detail`. */
  message: string;
  onRetry: () => void;
}

/** Stands for something that could not be loaded, with the way to try again. */
export function ErrorState({ message, onRetry }: ErrorStateProps) {
  return (
    <Notice role="alert">
      <h2>Something went wrong</h2>
      <p>{message}</p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </Notice>
  );
}
