import { afterEach, beforeEach } from 'vitest';

/** Every console error is a fault that no assertion looked for. */
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  console.error = (...complaint: unknown[]) => {
    complaints.push(complaint);
  };
});

afterEach(() => {
  if (complaints.length > 0) throw new Error(`console.error was called: ${complaints.map((complaint) => complaint.map(String).join(' ')).join('\n')}`);
});
