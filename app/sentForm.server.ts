/** Reads the form that an action was sent. Throws an answer of 400 for a body that is none. */
export async function sentForm(request: Request): Promise<FormData> {
  try {
    return await request.formData();
  } catch {
    throw new Response(null, { status: 400 });
  }
}
