/** Pages and their forms as the desk has them, in tests that drive the built Worker. */
import { workerOrigin as origin } from '../worker-origin.ts'

export async function open(path: string, cookie: string) {
  const answer = await fetch(origin + path, { headers: { cookie }, redirect: 'manual' })
  return { status: answer.status, html: await answer.text() }
}

/** Sends the form of a page with its hidden fields, and `fields` typed into it. */
export async function send(path: string, cookie: string, fields: Record<string, string>) {
  const { html } = await open(path, cookie)
  const hidden = Object.fromEntries(
    [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name, value]) => [name!, value!],
    ),
  )
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { cookie, origin },
    body: new URLSearchParams({ ...hidden, ...fields }),
    redirect: 'manual',
  })
  return {
    status: answer.status,
    location: answer.headers.get('location') ?? '',
    /** The cookies it set, as a browser sends them back. */
    cookie: answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
    html: await answer.text(),
  }
}
