import { type ReactNode, useState } from 'react';
import { DiscardQuestion } from './DiscardQuestion.tsx';
import { useAskBeforeLeaving } from './useAskBeforeLeaving.ts';

interface DiscardOptions {
  /** Whether something typed would be lost. */
  isDirty: boolean;
  /** Whether it is being sent: until the answer nothing closes the form. */
  isBusy: boolean;
  onClose: () => void;
}

/** Asks before a form closes, or its page is left, over something typed. Returns what closes the form by the way, and the question while it is asked. */
export function useDiscardQuestion({ isDirty, isBusy, onClose }: DiscardOptions): { close: () => void; question: ReactNode } {
  const [asked, setAsked] = useState<{ goOn: () => void } | null>(null);
  const ask = (goOn: () => void) => !isBusy && setAsked({ goOn });
  useAskBeforeLeaving(isDirty, (goOn) =>
    ask(() => {
      onClose();
      goOn();
    }),
  );
  return {
    close() {
      if (isDirty) ask(onClose);
      else if (!isBusy) onClose();
    },
    question: asked && <DiscardQuestion onKeep={() => setAsked(null)} onDiscard={asked.goOn} />,
  };
}
