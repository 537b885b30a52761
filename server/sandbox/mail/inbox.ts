import { randomUUID } from 'node:crypto';
import type { SandboxCore } from '../core/core.ts';

/** A received mail. Addresses are bare and in lower case. */
export interface Mail {
  id: string;
  received_at: string;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string | null;
  headers: Record<string, string>;
  attachments: { filename: string; mime_type: string; size_bytes: number }[];
}

export type NewMail = Pick<Mail, 'from' | 'to' | 'subject' | 'text'> & Partial<Mail>;

/** The mail of all recipients; nothing leaves the machine. */
export interface Inbox {
  add(mail: NewMail): Promise<Mail>;
  /** Lists mails, newest first. `to` selects one recipient's. */
  list(filter: { to?: string | undefined; limit?: number }): Promise<Mail[]>;
  get(id: string): Promise<Mail | undefined>;
  clear(): Promise<void>;
}

export function openInbox({ store, clock }: Pick<SandboxCore, 'store' | 'clock'>): Inbox {
  const mails = store.collection<Mail>('mail', 'message');
  return {
    async add(mail) {
      const kept: Mail = {
        html: null,
        headers: {},
        attachments: [],
        received_at: clock.now().toISOString(),
        ...mail,
        id: randomUUID(),
        to: mail.to.map((address) => address.toLowerCase()),
      };
      await mails.insert(kept.id, kept);
      return kept;
    },
    list: ({ to, limit = 100 }) => mails.find(to === undefined ? {} : { to: [to.toLowerCase()] }, { limit, newestFirst: true }),
    get: (id) => mails.get(id),
    clear: () => mails.clear(),
  };
}
