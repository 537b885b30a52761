import { useState } from 'react';
import { TextButton } from '../../forms/TextButton.ts';
import { Hidden } from '../../layout/Hidden.ts';

interface CopyButtonProps {
  /** Names what is copied, for screen readers: `the street`. */
  what: string;
  text: string;
}

/** Copies a text, and says so until another page is opened. */
export function CopyButton({ what, text }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  const words = { ready: 'Copy', copied: 'Copied', failed: 'Not copied' }[state];
  return (
    <TextButton onClick={() => void copy()}>
      <span aria-live="polite">{words}</span>
      <Hidden> {what}</Hidden>
    </TextButton>
  );
}
