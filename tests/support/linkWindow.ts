import type { TestProduct } from './productOn.ts';

/** The result that the bank's window gives to the page around it. */
export interface LinkedAccounts {
  public_token: string | null;
  metadata: { accounts: { id: string; mask: string; verification_status: string | null }[] };
}

/** Completes the bank's link window as a person does, form by form. */
export async function openLinkWindow({ sandboxUrl }: Pick<TestProduct, 'sandboxUrl'>, linkToken: string) {
  const opened = await fetch(`${sandboxUrl}/plaid/link?token=${linkToken}&origin=http://headway.localhost:3000`);
  const address = opened.url;
  let page = await opened.text();
  return {
    page: () => page,
    submit: async (step: 'bank' | 'sign-in' | 'account' | 'numbers' | 'amounts', fields: Record<string, string>) => {
      page = await (await fetch(`${address}/${step}`, { method: 'POST', body: new URLSearchParams(fields) })).text();
    },
    result: (): LinkedAccounts => {
      const told = /const link = (\{.*?\});\n/s.exec(page)?.[1];
      if (told === undefined) throw new Error('the window is not at its end');
      return JSON.parse(told).result;
    },
  };
}

export const bankIds = { plenty: 'ins_901', other: 'ins_902', deposits: 'ins_905' } as const;

/** Picks the first account of a bank that signs in at once. */
export async function pickAccount(product: Pick<TestProduct, 'sandboxUrl'>, linkToken: string, bankId: string = bankIds.plenty): Promise<LinkedAccounts> {
  const window = await openLinkWindow(product, linkToken);
  await window.submit('bank', { bank_id: bankId });
  await window.submit('sign-in', { username: 'ana', password: 'secret' });
  const mask = /name="mask" value="(\d+)"/.exec(window.page())?.[1] ?? '';
  await window.submit('account', { mask });
  return window.result();
}
