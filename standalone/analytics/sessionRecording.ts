import { asksNotToBeTracked, mayRecord } from './mayMeasure.ts';

declare global {
  interface Window {
    /** The recorder's only entry point; it takes the name of one of its functions. */
    clarity?: (call: 'pause' | 'resume') => void;
  }
}

export interface SessionRecording {
  /** Starts or resumes the recording when the dashboard is shown. */
  start(): void;
  /** Pauses the recording when another page is shown. */
  pause(): void;
}

const disabled: SessionRecording = { start: () => undefined, pause: () => undefined };

/**
 * Creates the recording of clicks and scrolling on the dashboard. It holds no text, no typed value, and no page whose address names
 * a customer or that shows a card number. Without an id, or when the visitor asks not to be tracked, nothing is loaded.
 */
export function createSessionRecording(id: string | null): SessionRecording {
  if (id === null || asksNotToBeTracked(navigator)) return disabled;
  let isLoaded = false;
  let isPaused = false;
  return {
    start() {
      if (!mayRecord(window.location.href)) return;
      isPaused = false;
      if (isLoaded) return window.clarity?.('resume');
      isLoaded = true;
      document.body.dataset.clarityMask = 'true';
      // The page works without the recorder, which may be blocked or unreachable.
      import('@microsoft/clarity')
        .then(({ default: clarity }) => {
          clarity.init(id);
          // The visitor may have left the dashboard meanwhile; the recorder obeys once it has loaded.
          if (isPaused) window.clarity?.('pause');
        })
        .catch(() => undefined);
    },
    pause() {
      isPaused = true;
      if (isLoaded) window.clarity?.('pause');
    },
  };
}
