import { excerpt } from '#app/domain/conversations/conversation-words.ts'
import type { MyGroup, MyMessage } from '#app/domain/conversations/my-messages-page.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { ownPath } from '#app/paths/own-path.ts'
import { clockTimeAt, count, dayLong, deadline } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** Messages as their member reads them; in a group one's own are those one wrote. */
export const messageWords = (
  { studio: { timeZone, locale } }: StudioContext,
  messages: readonly MyMessage[],
  group = false,
) =>
  messages.map(({ id, way, byName, text, about, aboutPath, at, mine }) => ({
    id,
    text,
    about,
    mine: group ? mine === 1 : way === 'in',
    aboutPath: ownPath(aboutPath),
    foot: `${byName}, ${clockTimeAt(at, timeZone, locale)}`,
    day: dayLong(localDate(at, timeZone), locale),
  }))

/** The groups somebody reads. */
export const groupWords = (
  { studio: { timeZone, locale } }: StudioContext,
  groups: readonly MyGroup[],
) =>
  groups.map(({ id, name, lastText, lastAt, unread }) => ({
    id,
    name,
    unread: unread === 1 && lastText !== '',
    last: lastText ? `${excerpt(lastText)}, ${deadline(lastAt, timeZone, locale)}` : 'Nothing yet',
  }))

/** `They usually answer within 40 minutes.` */
export const answeredWords = ({ minutes, n }: { minutes: number | null; n: number }): string => {
  if (minutes === null || n < 3) return ''
  const long =
    minutes < 90 ? count(Math.round(minutes), 'minute') : count(Math.round(minutes / 60), 'hour')
  return `They usually answer within ${long}.`
}
