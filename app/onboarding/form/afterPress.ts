import { createContext, useContext, useEffect, useRef, useState } from 'react';

/** Does something that may move the page about: at once, or when a press that has begun is over. */
type AfterPress = (work: () => void) => void;

export const AfterPressContext = createContext<AfterPress>((work) => work());
export const useAfterPress = () => useContext(AfterPressContext);

/** Watches presses for the fields of a form: a button that moves away between the press and the release of the pointer is not clicked. */
export function usePressWatch(): AfterPress {
  const isPressed = useRef(false);
  useEffect(() => {
    const begin = () => {
      isPressed.current = true;
    };
    const end = () => {
      isPressed.current = false;
    };
    window.addEventListener('pointerdown', begin, true);
    window.addEventListener('pointerup', end, true);
    window.addEventListener('pointercancel', end, true);
    return () => {
      window.removeEventListener('pointerdown', begin, true);
      window.removeEventListener('pointerup', end, true);
      window.removeEventListener('pointercancel', end, true);
    };
  }, []);
  const [afterPress] = useState(
    (): AfterPress => (work) => {
      if (isPressed.current) window.addEventListener('pointerup', () => setTimeout(work), { once: true });
      else work();
    },
  );
  return afterPress;
}
