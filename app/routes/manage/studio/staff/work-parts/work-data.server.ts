/** The page of somebody's work, for a manager and for themselves. */

import type { TimeOffState } from '#app/db/studio/day/staffing-words.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { qualificationForm } from '#app/domain/staffing/qualification-form.ts'
import { heldWords } from '#app/domain/staffing/qualification-words.ts'
import { staffWorkPage } from '#app/domain/staffing/staffing-queries.server.ts'
import { teachingHoursForm, timeOffForm } from '#app/domain/staffing/time-off-form.ts'
import { spanWords, timeOffLabels } from '#app/domain/staffing/time-off-words.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { newId } from '#app/values/id.ts'
import { weekday } from '#app/values/wording.ts'
import { addDays, localDate } from '#app/values/zone.ts'

/** A Monday, to name weekdays by. */
const aMonday = '2026-01-05'

const cancelWords: Record<TimeOffState, string> = {
  asked: 'Cancel request',
  approved: 'Cancel time off',
  declined: '',
  withdrawn: '',
}

/** What both pages print, with files to choose from for a manager. 404 for anybody who does not work here. */
export async function workData(
  ctx: StudioContext,
  personId: string,
  { files }: { files: boolean },
) {
  const page = await staffWorkPage(ctx, personId, { files })
  if (!page) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  const named = (n: number) => weekday(addDays(aMonday, n - 1), locale)
  return {
    studio: { slug },
    person: page.person,
    key: newId(),
    rules: {
      hold: fieldRules(qualificationForm),
      timeOff: fieldRules(timeOffForm),
      hours: fieldRules(teachingHoursForm),
    },
    weekdays: [1, 2, 3, 4, 5, 6, 7].map((n) => ({ value: String(n), label: named(n) })),
    hours: page.hours.map(({ id, weekday, from, until }) => ({
      id,
      text: `${named(weekday)}, ${from} to ${until}`,
    })),
    away: page.away.map(({ id, reason, state, answer, byName, ...span }) => ({
      id,
      when: spanWords(span, ctx.studio),
      note: [reason, answer && `${byName}: ${answer}`].filter(Boolean).join('. '),
      label: timeOffLabels[state],
      cancels: cancelWords[state],
    })),
    kinds: page.kinds.map(({ id, name }) => ({ value: id, label: name })),
    files: (page.files ?? []).map(({ id, name }) => ({ value: id, label: name })),
    held: page.held.map(({ id, kind, number, fileId, fileName, ...dates }) => ({
      id,
      kind,
      number,
      fileId,
      fileName,
      state: heldWords(dates, today, locale),
    })),
  }
}
