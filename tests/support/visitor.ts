/**
 * A person without scripts: keeps cookies, follows nothing automatically, and fills in forms as it
 * finds them.
 */
import { workerOrigin } from './worker-origin.ts'

export type Page = {
  status: number
  url: string
  location: string | null
  html: string
  headers: Headers
}

export type Visitor = {
  cookies: Map<string, string>
  get(path: string): Promise<Page>
  /**
   * Posts form `form` of `page` (by its id, or its place) with the fields as found and `values`
   * over them.
   */
  submit(page: Page, values?: Record<string, string>, form?: string | number): Promise<Page>
  /** Posts a form body to a path as it is. */
  post(path: string, body: BodyInit, headers?: Record<string, string>): Promise<Page>
}

/** Someone new at the built Worker, with `cookie` where they are signed in already. */
export function newVisitor({
  cookie = '',
  origin = workerOrigin,
}: {
  cookie?: string
  origin?: string
} = {}): Visitor {
  const cookies = new Map(
    cookie
      .split('; ')
      .filter(Boolean)
      .map(
        (part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const,
      ),
  )
  const ask = async (path: string, init: RequestInit = {}): Promise<Page> => {
    const url = new URL(path, origin).href
    const headers = new Headers(init.headers)
    if (cookies.size > 0)
      headers.set('Cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/Max-Age=0/.test(line)) cookies.delete(name)
      else cookies.set(name, value)
    }
    const location = answer.headers.get('Location')
    return {
      status: answer.status,
      url,
      location,
      html: await answer.text(),
      headers: answer.headers,
    }
  }
  const post: Visitor['post'] = (path, body, headers = {}) =>
    ask(path, { method: 'POST', body, headers: { Origin: origin, ...headers } })
  return {
    cookies,
    get: (path) => ask(path),
    post,
    submit: (page, values = {}, which = 0) => {
      const { action, fields } = formIn(page, which)
      return post(action, new URLSearchParams({ ...fields, ...values }))
    },
  }
}

const attribute = (tag: string, name: string): string | null => {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined
    ? null
    : value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'")
}

/** A form of the page: where it posts to, and the values that are in it. */
export function formIn(
  page: Page,
  which: string | number = 0,
): { action: string; fields: Record<string, string> } {
  const forms = [...page.html.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)]
  const form =
    typeof which === 'number'
      ? forms[which]
      : forms.find(([, tag = '']) => attribute(tag, 'id') === which)
  if (!form)
    throw new Error(`No form ${which} on ${page.url}: ${page.status} ${page.html.slice(0, 300)}`)
  const [, tag = '', inside = ''] = form
  const fields = [...inside.matchAll(/<input([^>]*)>/g)].flatMap(([, input = '']) => {
    const name = attribute(input, 'name')
    const unticked = /type="checkbox"/.test(input) && !/\schecked/.test(input)
    return name && !unticked ? [[name, attribute(input, 'value') ?? ''] as const] : []
  })
  const action = new URL(attribute(tag, 'action') ?? page.url, page.url)
  return { action: action.pathname + action.search, fields: Object.fromEntries(fields) }
}

/** What the page says is refused: the codes beside their sentences. */
export function refusalsOn(page: Page): string[] {
  return [...page.html.matchAll(/data-refusal="([^"]+)"/g)].map(([, code]) => code ?? '')
}

/** The text of an element's inside, without its tags. */
export const textOf = (html: string) =>
  html
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

export const titleOf = (page: Page) => /<title>([^<]*)<\/title>/.exec(page.html)?.[1] ?? ''

/** The newest mail to an address, as the development outbox shows it. */
export async function newestMailTo(
  address: string,
): Promise<{ subject: string; text: string; link: string }> {
  const answer = await fetch(`${workerOrigin}/dev/outbox.json`)
  const mails = (await answer.json()) as { to: string; subject: string; text: string }[]
  const mail = mails.find(({ to }) => to === address)
  if (!mail) throw new Error(`No mail to ${address}`)
  const link = /https?:\/\/\S+/.exec(mail.text)?.[0] ?? ''
  return { ...mail, link: link && new URL(link).pathname + new URL(link).search }
}
