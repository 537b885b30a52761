import { Component, type ReactNode } from 'react';
import { ErrorState } from './ErrorState.tsx';

/**
 * Shows an error in place of a page that failed to render, most often because a part of it could not be fetched
 * after an update; reloading the page fixes that.
 */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state: { hasFailed: boolean } = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <ErrorState message="This page could not be shown. Nothing you saved is lost." onRetry={() => window.location.reload()} />;
  }
}
