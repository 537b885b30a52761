import { useAppBridge } from '@shopify/app-bridge-react';
import { Button } from '@shopify/polaris';
import { useState } from 'react';

interface DownloadButtonProps {
  children: string;
  /** The accessible name, where the button's text alone does not name the file. */
  label?: string;
  /** The query of the file below `/shopify/files`. */
  query: Record<string, string>;
}

/** Fetches a file with the admin's session, which a plain link would not carry, and lets the browser save it. */
export function DownloadButton({ children, label, query }: DownloadButtonProps) {
  const shopify = useAppBridge();
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const answer = await fetch(`/shopify/files?${new URLSearchParams(query)}`);
      if (!answer.ok) throw new Error('creating the file failed');
      const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'report.csv';
      const link = document.createElement('a');
      link.href = URL.createObjectURL(await answer.blob());
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    } catch {
      shopify.toast.show('The file could not be made. Try again in a minute.', { isError: true });
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <Button onClick={() => void download()} loading={isBusy} {...(label !== undefined && { accessibilityLabel: label })}>
      {children}
    </Button>
  );
}
