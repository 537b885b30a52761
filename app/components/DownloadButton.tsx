import { useAppBridge } from '@shopify/app-bridge-react';
import { BlockStack, Button } from '@shopify/polaris';
import { useState } from 'react';
import { fileNotMade } from '../../server/domain/reports/fileNotMade.ts';
import { withShop } from '../shopAddress.ts';
import { ProblemNotice } from './ProblemNotice.tsx';

interface DownloadButtonProps {
  children: string;
  /** The accessible name, where the button's text alone does not name the file. */
  label?: string;
  /** The query of the file below `/shopify/files`. */
  query: Record<string, string>;
  /** Called when the browser has been given the file's address; it does not say when it has the file. */
  onStarted?: () => void;
}

/** Lets the browser download a file from its own address, with a session token in it that lives a minute: the admin's app on a phone downloads nothing from a page's memory. */
export function DownloadButton({ children, label, query, onStarted }: DownloadButtonProps) {
  const shopify = useAppBridge();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function download() {
    setIsBusy(true);
    setProblem(null);
    try {
      const address = new URL(`/shopify/files?${new URLSearchParams(query)}`, window.location.href).href;
      await expectFile(address);
      const { shop, host } = shopify.config;
      const link = document.createElement('a');
      link.href = withShop(`${address}&${new URLSearchParams({ id_token: await shopify.idToken() })}`, { shop, host });
      // On a phone the file goes to the browser, which knows where files are kept.
      if (shopify.environment.mobile) Object.assign(link, { target: '_blank', rel: 'noreferrer' });
      else link.download = '';
      link.click();
      onStarted?.();
    } catch {
      setProblem(fileNotMade);
    } finally {
      setIsBusy(false);
    }
  }
  return (
    <BlockStack gap="200">
      <Button onClick={() => void download()} loading={isBusy} {...(label !== undefined && { accessibilityLabel: label })}>
        {children}
      </Button>
      <ProblemNotice problem={problem} />
    </BlockStack>
  );
}

/** Throws unless there is such a file. It is not made yet: a phone opens an address only shortly after the press. */
async function expectFile(address: string): Promise<void> {
  const answer = await fetch(`${address}&check=1`);
  if (!answer.ok) throw new Error('there is no such file');
}
