import { asksNotToBeTracked } from './mayMeasure.ts';
import { whenIdle } from './whenIdle.ts';

type Call = 'pause' | 'resume';

declare global {
  interface Window {
    /** The recorder's only entry point; it takes the name of one of its functions. Until the recorder is there, it keeps the calls in `q`. */
    clarity?: ((call: Call) => void) & { q?: [Call][] };
  }
}

export interface SessionRecording {
  /** Starts or resumes the recording, when the dashboard is shown at an address that `mayRecord` allows. */
  start(): void;
  /** Pauses the recording when another page is shown. */
  pause(): void;
}

const disabled: SessionRecording = { start: () => undefined, pause: () => undefined };

/**
 * Creates the recording of clicks and scrolling on the dashboard. It holds no text, no typed value, and no page whose address names
 * a customer or that shows a card number. Without a script, or when the visitor asks not to be tracked, nothing is loaded. The
 * script is loaded once the page has long been shown.
 */
export function createSessionRecording(scriptUrl: string | null): SessionRecording {
  if (scriptUrl === null || asksNotToBeTracked(navigator)) return disabled;
  let isWanted = false;
  let isLoading = false;

  /** Loads the recorder, unless the visitor has left the dashboard meanwhile. */
  async function load(url: string) {
    if (isLoading) return;
    isLoading = true;
    await whenIdle();
    isLoading = false;
    if (isWanted && !window.clarity) loadRecorder(url);
  }

  return {
    start() {
      isWanted = true;
      if (window.clarity) window.clarity('resume');
      else void load(scriptUrl);
    },
    pause() {
      isWanted = false;
      window.clarity?.('pause');
    },
  };
}

/** Adds the recorder's script, as its maker documents it. The page works without it: it may be blocked or unreachable. */
function loadRecorder(url: string): void {
  document.body.dataset.clarityMask = 'true';
  const queue: [Call][] = [];
  window.clarity = Object.assign((call: Call) => void queue.push([call]), { q: queue });
  const script = document.createElement('script');
  script.async = true;
  script.src = url;
  document.head.append(script);
}
