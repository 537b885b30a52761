interface Upload {
  readonly side: string;
  readonly upload_url: string;
}

/** Uploads the images of a document, by their sides, to the issuer's one-time addresses. Returns whether all arrived; stops at the first that did not. */
export async function putFiles(uploads: readonly Upload[], files: Readonly<Record<string, File>>): Promise<boolean> {
  for (const { side, upload_url } of uploads) if (!(await putFile(upload_url, files[side]))) return false;
  return true;
}

/** Uploads a file without any token of ours. Returns whether it arrived. */
async function putFile(url: string, file: File | undefined): Promise<boolean> {
  if (!file) return false;
  const headers = { 'Content-Type': file.type || 'application/octet-stream' };
  const answer = await fetch(url, { method: 'PUT', body: file, credentials: 'omit', headers }).catch(() => null);
  return answer?.ok ?? false;
}
