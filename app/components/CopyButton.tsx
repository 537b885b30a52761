import { useAppBridge } from '@shopify/app-bridge-react';
import { Button } from '@shopify/polaris';

interface CopyButtonProps {
  /** Names what is copied: `the street`. */
  what: string;
  text: string;
  children?: string;
}

/** Copies a text, and says so in a toast. */
export function CopyButton({ what, text, children = 'Copy' }: CopyButtonProps) {
  const shopify = useAppBridge();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => shopify.toast.show('Copied'),
      () => shopify.toast.show('It could not be copied', { isError: true }),
    );
  return (
    <Button variant="plain" accessibilityLabel={`${children} ${what}`} onClick={() => void copy()}>
      {children}
    </Button>
  );
}
