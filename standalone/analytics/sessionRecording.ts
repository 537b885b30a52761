import { asksNotToBeTracked, mayRecord } from './mayMeasure.ts';

declare global {
  interface Window {
    /** The recorder's door: the name of one of its functions, and what it takes. */
    clarity?: (call: 'pause' | 'resume') => void;
  }
}

export interface SessionRecording {
  /** The dashboard is shown: recording begins, or goes on. */
  start(): void;
  /** Another page is shown. */
  pause(): void;
}

const nothing: SessionRecording = { start: () => undefined, pause: () => undefined };

/**
 * Recording of where the dashboard is clicked and scrolled: no text of it, no typed value, no page whose address says who
 * is looked at or that shows a card's number. Without an id, or when the visitor asks not to be tracked, nothing is loaded.
 */
export function createSessionRecording(id: string | null): SessionRecording {
  if (id === null || asksNotToBeTracked(navigator)) return nothing;
  let isLoaded = false;
  return {
    start() {
      if (!mayRecord(window.location.href)) return;
      if (isLoaded) return window.clarity?.('resume');
      isLoaded = true;
      document.body.dataset.clarityMask = 'true';
      // Blocked or not reached, the page works as well.
      import('@microsoft/clarity').then(({ default: clarity }) => clarity.init(id)).catch(() => undefined);
    },
    pause() {
      if (isLoaded) window.clarity?.('pause');
    },
  };
}
