/** Reading the member's pages as the built Worker sends them. */
import { workerOrigin } from './worker-origin.ts'

/** Freezes the business clock of the built Worker. */
export async function freezeClock(now: string | null): Promise<void> {
  const answer = await fetch(`${workerOrigin}/dev/clock`, {
    method: 'POST',
    body: JSON.stringify({ now }),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

export const releaseClock = () => freezeClock(null)

/** The markup of a class's row in a list. */
export function rowOf(html: string, occurrenceId: string): string {
  const row = html
    .split('<li class="class')
    .find((part) => part.includes(`/timetable/${occurrenceId}"`))
  if (!row) throw new Error(`No row of ${occurrenceId}`)
  return `<li class="class${row.split('</li>')[0]}`
}

/** What markup says, without its tags. */
export function isolateText(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&#x27;', "'")
    .replace(/\s+([,.;])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The fields of the page's own form: names and values as a browser would post them, and where to.
 */
export function formOf(html: string): { action: string; fields: URLSearchParams } {
  const form = html.match(/<form[^>]*method="post"[^>]*>[\s\S]*?<\/form>/)?.[0]
  if (!form) throw new Error('No form to post')
  const attribute = (tag: string, name: string) => tag.match(new RegExp(`${name}="([^"]*)"`))?.[1]
  const fields = new URLSearchParams()
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const chosen = attribute(tag, 'type') !== 'radio' || tag.includes('checked')
    const name = attribute(tag, 'name')
    if (name && chosen) fields.append(name, attribute(tag, 'value') ?? '')
  }
  return { action: attribute(form, 'action') ?? '', fields }
}
