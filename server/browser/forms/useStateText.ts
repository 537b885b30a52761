import { useState } from 'react';
import { findStates, readState, type State, states, storedState } from '../../domain/forms/states.ts';

interface StateText {
  /** The text of the field: as typed while it names no state yet, then the two letters. */
  text: string;
  /** The states to choose from, the likeliest first. */
  options: readonly State[];
  /** Takes what was typed, pasted or filled in by the browser. */
  type(text: string): void;
  choose(state: State): void;
  /** Ends the typing: a text that names a state becomes its two letters, any other text stays to be corrected. */
  settle(): void;
}

/** Returns the state of a field in which a person types or chooses a state, and which stores two letters. */
export function useStateText(stored: string, store: (letters: string) => void): StateText {
  const [typed, setTyped] = useState<string | null>(null);
  // Another field may have set the state since, by a pasted address; then what was typed counts no more.
  const isTyping = typed !== null && storedState(typed) === stored;
  return {
    text: isTyping ? typed : stored,
    options: isTyping ? findStates(typed) : states,
    type: (text) => {
      setTyped(text);
      store(storedState(text));
    },
    choose: ({ code }) => {
      setTyped(null);
      store(code);
    },
    settle: () => {
      if (typed !== null && (readState(typed) !== null || typed.trim().length <= 2)) setTyped(null);
    },
  };
}
