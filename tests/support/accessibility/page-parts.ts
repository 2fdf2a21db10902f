/**
 * What a page is made of, for walks that look at each part once: a page whose parts all were on pages
 * before it shows nothing that was not looked at.
 */

/** Attributes that rules of accessibility read the value of. */
const read = new Set(['class', 'type', 'role', 'scope', 'autocomplete', 'tabindex'])

/** Those that they read whether it is there. */
const noticed = /^(alt|for|title|aria-[\w-]+)$/

const fields = new Set(['input', 'select', 'textarea'])

/**
 * The sorts of element in a served page: each with its classes, with the attributes that say what it
 * is and how it is named, and whether it has words or not.
 */
export function partsOf(html: string): Set<string> {
  const parts = new Set<string>()
  const markup = html.replace(/<(script|style)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->/g, '')
  const elements = /<([a-z][\w-]*)((?:\s+[\w:-]+(?:="[^"]*")?)*)\s*\/?>([^<]*)/gi
  for (const [, tag = '', own = '', words = ''] of markup.matchAll(elements)) {
    const is: string[] = []
    for (const [, name = '', value = ''] of own.matchAll(/([\w:-]+)(?:="([^"]*)")?/g))
      if (read.has(name)) is.push(`${name}=${value.split(/\s+/).sort().join(' ')}`)
      else if (noticed.test(name) || (name === 'id' && fields.has(tag))) is.push(name)
    parts.add(`${tag} ${is.sort().join()}${/\S/.test(words) ? ' words' : ''}`)
  }
  return parts
}
