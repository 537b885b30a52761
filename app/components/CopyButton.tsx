import { BlockStack, Button } from '@shopify/polaris';
import { useState } from 'react';
import { useToast } from '../useToast.ts';
import { ProblemNotice } from './ProblemNotice.tsx';

interface CopyButtonProps {
  /** Names what is copied: `the street`. */
  what: string;
  text: string;
  children?: string;
}

/** Copies a text, and says so in a toast. Where the browser refuses, that stays below the button until the next try. */
export function CopyButton({ what, text, children = 'Copy' }: CopyButtonProps) {
  const toast = useToast();
  const [problem, setProblem] = useState<string | null>(null);
  const copy = () => {
    setProblem(null);
    return navigator.clipboard.writeText(text).then(
      () => toast('Copied'),
      () => setProblem('Your browser did not let us copy it. Select the text and copy it yourself.'),
    );
  };
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button variant="plain" accessibilityLabel={`${children} ${what}`} onClick={() => void copy()}>
        {children}
      </Button>
      <ProblemNotice problem={problem} />
    </BlockStack>
  );
}
