/** The forms that a page shows, as its HTML has them. */

export type Attributes = Record<string, string>
export type Found = {
  id: string
  path: string
  live: boolean
  posts: boolean
  /** The browser checks it automatically. */
  bubbles: boolean
  controls: Attributes[]
}

export const unescaped = (text: string) =>
  text
    .replace(/&quot;/g, '"')
    .replace(/&#x27;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')

export const attributesOf = (tag: string): Attributes =>
  Object.fromEntries(
    [...tag.matchAll(/\s([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      unescaped(value ?? ''),
    ]),
  )

const isSent = ({ method, role }: Attributes) => method === 'post' && role !== 'search'

/** The forms of a page that have an id, with the controls a person fills in. */
export const formsOf = (html: string, path: string): Found[] =>
  [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)]
    .map(([form]) => ({
      id: attributesOf(form.slice(0, form.indexOf('>'))).id ?? '',
      path,
      /** It is checked while typing. */
      live: form.includes('class="incomplete"'),
      // What is searched for may be anything.
      posts: isSent(attributesOf(form.slice(0, form.indexOf('>')))),
      bubbles: attributesOf(form.slice(0, form.indexOf('>'))).novalidate === undefined,
      controls: [...form.matchAll(/<(input|select|textarea)\b[^>]*>/g)]
        .map(([tag, kind]) => ({ kind: kind!, ...attributesOf(tag) }) as Attributes)
        .filter(({ type, name }) => type !== 'hidden' && name),
    }))
    .filter(({ id, live, posts }) => id !== '' || live || posts)
