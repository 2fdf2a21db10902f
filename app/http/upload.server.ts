import { readBody } from './form.server.ts'

/** More files than this in one form are for an archive. */
const mostFiles = 200

export type Upload = {
  fields: Record<string, string>
  files: { name: string; bytes: Uint8Array<ArrayBuffer> }[]
}

/**
 * Reads a posted form with files, no further than `megabytes`; more is answered with 413. What is
 * no form reads as an empty one. A folder's files carry their path as the name. Empty file fields
 * are left out.
 */
export async function readUpload(request: Request, megabytes: number): Promise<Upload> {
  const sentence = `That’s more than ${megabytes} MB at once. Upload it in parts.`
  const body = await readBody(request, megabytes * 1024 * 1024 + 64 * 1024, sentence)
  const upload: Upload = { fields: {}, files: [] }
  let posted: FormData
  try {
    posted = await new Response(body, {
      headers: { 'Content-Type': request.headers.get('Content-Type') ?? '' },
    }).formData()
  } catch {
    return upload
  }
  for (const [name, value] of posted.entries()) {
    if (typeof value === 'string') upload.fields[name] = value.slice(0, 500)
    else if (value.size > 0 && upload.files.length < mostFiles) {
      upload.files.push({ name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) })
    }
  }
  return upload
}

/** What a library works with, out of a request's context. */
export function mediaOf<Context>(
  app: { env: { MEDIA: R2Bucket; IMAGES: ImagesBinding } },
  ctx: Context,
) {
  return { ...ctx, media: app.env.MEDIA, images: app.env.IMAGES }
}
