/** A window whose address is not known yet. */
export interface AwaitedWindow {
  /** Leads it to its address. The new page learns nothing of this one: no opener, no referrer. */
  lead(address: string): void;
  /** Closes it again, when there is no address for it. */
  close(): void;
}

/**
 * Opens a window for an address that a call has yet to tell. Call it while the press is handled: a window that is opened after
 * the call's answer is not the person's own doing any more, and browsers block it.
 */
export function openAwaitedWindow(): AwaitedWindow {
  const opened = window.open('', '_blank');
  // A web view may open windows by their address alone.
  if (opened === null) return { lead: (address) => void window.open(address, '_blank', 'noreferrer'), close: () => undefined };
  opened.opener = null;
  opened.document.title = 'Opening…';
  return {
    lead(address) {
      if (opened.closed) return;
      const link = Object.assign(opened.document.createElement('a'), { href: address, rel: 'noreferrer' });
      opened.document.body.append(link);
      link.click();
    },
    close: () => opened.close(),
  };
}
