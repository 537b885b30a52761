/** A sample of a process's figures for operators: its labels and value. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Returns the samples of one name in a text of Prometheus. */
export function samplesIn(text: string, name: string): Sample[] {
  return [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', is = '']) => [label, is])),
    value: Number(value),
  }));
}

/** Reads the figures of a process of the product. */
export async function figuresOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`the figures of ${url} answered ${answer.status}`);
  return answer.text();
}
