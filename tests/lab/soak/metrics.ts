/** A sample of a metric: its labels and value. */
export interface Sample {
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Returns the samples of one metric in a text in the format of Prometheus. */
export function samplesIn(text: string, name: string): Sample[] {
  return [...text.matchAll(new RegExp(`^${name}(?:\\{([^}]*)\\})? (\\S+)$`, 'gm'))].map(([, labels = '', value]) => ({
    labels: Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = '', is = '']) => [label, is])),
    value: Number(value),
  }));
}

/** Reads the metrics of a process of the product. */
export async function metricsOf(url: string): Promise<string> {
  const answer = await fetch(`${url}/metrics`);
  if (!answer.ok) throw new Error(`the metrics of ${url} answered ${answer.status}`);
  return answer.text();
}
