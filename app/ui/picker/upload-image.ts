import type { UploadedImage } from './image-choice.ts'

export type UploadAnswer = { ok: true; image: UploadedImage } | { ok: false; sentence: string }

const unreachable = 'The picture could not be sent. Check your connection and choose it again.'

/**
 * Sends a picture to `action`, which stores it and answers where it lies; a refusal is a sentence.
 */
export async function uploadImage(
  action: string,
  file: File,
  bucket: string,
): Promise<UploadAnswer> {
  const body = new FormData()
  body.set('bucket', bucket)
  body.set('file', file)
  try {
    const answer = await fetch(action, {
      method: 'POST',
      body,
      headers: { Accept: 'application/json' },
    })
    const message = (await answer.json()) as { image?: UploadedImage; error?: string }
    if (answer.ok && message.image) return { ok: true, image: message.image }
    console.error(`The upload was answered with ${answer.status}`, message.error)
    return { ok: false, sentence: message.error ?? unreachable }
  } catch (error) {
    console.error(error)
    return { ok: false, sentence: unreachable }
  }
}
