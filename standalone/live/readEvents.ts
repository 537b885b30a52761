import type { Change } from '../../server/domain/receiver/changes.ts';

interface Told {
  /** A sign of life: any piece of the stream. */
  alive: () => void;
  changed: (changes: readonly Change[]) => void;
}

/** Reads a stream of server-sent events to its end. Throws when it is cut off. */
export async function readEvents(body: ReadableStream<Uint8Array>, { alive, changed }: Told): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let unread = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    const events = (unread + decoder.decode(value, { stream: true })).split('\n\n');
    unread = events.pop() ?? '';
    for (const event of events) {
      // The server writes each event's data on one line; a line that begins with a colon is a comment.
      if (event.startsWith('data: ')) changed(JSON.parse(event.slice('data: '.length)));
    }
  }
}
