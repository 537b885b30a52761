/** Uploads a file of a document to the issuer's one-time address, without any token of ours. Returns whether it arrived. */
export async function putFile(url: string, file: File | undefined): Promise<boolean> {
  if (!file) return false;
  const headers = { 'Content-Type': file.type || 'application/octet-stream' };
  const answer = await fetch(url, { method: 'PUT', body: file, credentials: 'omit', headers }).catch(() => null);
  return answer?.ok ?? false;
}
