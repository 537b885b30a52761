import { type DialogHTMLAttributes, type RefObject, useLayoutEffect, useRef } from 'react';

type Modal = Required<Pick<DialogHTMLAttributes<HTMLDialogElement>, 'onCancel' | 'onKeyDown'>> & { ref: RefObject<HTMLDialogElement> };

/** Returns the properties of a native dialog that is open while it is on the page. It calls `onClose` on Escape and on the phone's back gesture, and never closes by itself. */
export function useModal(onClose: () => void): Modal {
  const ref = useRef<HTMLDialogElement>(null);
  // Closed before it leaves the page: only then does the browser give the focus back.
  useLayoutEffect(() => {
    const shown = ref.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return {
    ref,
    onCancel: (event) => {
      event.preventDefault();
      onClose();
    },
    onKeyDown: (event) => {
      if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
      // A second Escape in a row closes a dialog without asking the page, unless the key itself is prevented. A dialog within this one takes its own.
      event.preventDefault();
      event.stopPropagation();
      onClose();
    },
  };
}
