/** Sends a video's file in parts, each tried three times; what has arrived is not sent again. */

type Answer = {
  ok: boolean
  sentence?: string
  upload?: string
  partBytes?: number
  have?: number[]
}

const broken = 'The connection broke. Choose the same file to go on where it stopped.'

async function post(path: string, body: BodyInit): Promise<Answer> {
  const answer = await fetch(path, { method: 'POST', body })
  const type = answer.headers.get('Content-Type') ?? ''
  if (type.includes('json')) return (await answer.json()) as Answer
  // Signed out meanwhile, or no longer allowed: the page itself says which.
  return { ok: false, sentence: answer.redirected ? 'Sign in again, then go on.' : broken }
}

async function tried(path: string, body: Blob): Promise<Answer> {
  for (let left = 2; ; left -= 1) {
    try {
      return await post(path, body)
    } catch (error) {
      if (left === 0) throw error
      await new Promise((resolve) => setTimeout(resolve, 2_000))
    }
  }
}

/** Answers null when the file has arrived whole, or the sentence that says why not. */
export async function sendInParts(
  path: string,
  file: File,
  told: (sent: number, of: number) => void,
): Promise<string | null> {
  try {
    const begin = { act: 'begin', name: file.name, bytes: String(file.size) }
    const begun = await post(path, new URLSearchParams(begin))
    const { upload = '', partBytes = 0, have = [] } = begun
    if (!begun.ok || partBytes === 0) return begun.sentence ?? broken
    const of = Math.ceil(file.size / partBytes)
    const there = new Set(have)
    for (let number = 1; number <= of; number += 1) {
      told(number - 1, of)
      if (there.has(number)) continue
      const part = file.slice((number - 1) * partBytes, number * partBytes)
      const query = new URLSearchParams({ upload, number: String(number) })
      const sent = await tried(`${path}?${query}`, part)
      if (!sent.ok) return sent.sentence ?? broken
    }
    const done = await post(path, new URLSearchParams({ act: 'finish', upload }))
    return done.ok ? null : (done.sentence ?? broken)
  } catch {
    return broken
  }
}
