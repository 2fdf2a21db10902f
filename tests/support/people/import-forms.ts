import { expect } from 'vitest'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { workerOrigin as origin } from '../worker-origin.ts'

/** Brings files in by the forms alone, as the person of the cookie. */
export function importForms(studio: () => Studio, cookie: () => string) {
  const get = (path: string, as = cookie()) =>
    fetch(origin + path, { headers: { Cookie: as }, redirect: 'manual' })

  /** A page without what React puts between two texts. */
  const read = async (path: string) =>
    (await (await get(path)).text())
      .replaceAll('<!-- -->', '')
      .replace(/<script[\s\S]*<\/script>/, '')

  const post = (path: string, body: BodyInit | null, as = cookie()) =>
    fetch(origin + path, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { Cookie: as, Origin: origin },
    })

  async function upload(bytes: BlobPart, name = 'Clients.csv', of = 'people'): Promise<string> {
    const form = new FormData()
    form.append('of', of)
    form.append('file', new File([bytes], name))
    const answer = await post(paths.managePeopleImports(studio()), form)
    expect(answer.status).toBe(303)
    return answer.headers.get('Location') ?? ''
  }

  /** Sends an act until what it began is done. */
  async function finish(path: string, act: string, done: string, fields = {}): Promise<string> {
    for (;;) {
      expect((await post(`${path}/${act}`, new URLSearchParams(fields))).status).toBe(303)
      const page = await read(path)
      if (page.includes(done)) return page
    }
  }

  return { get, read, post, upload, finish }
}
