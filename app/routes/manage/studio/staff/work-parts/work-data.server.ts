/** The page of somebody's work, for a manager and for themselves. */

import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { qualificationForm } from '#app/domain/staffing/qualification-form.ts'
import { heldWords } from '#app/domain/staffing/qualification-words.ts'
import { staffWorkPage } from '#app/domain/staffing/staffing-queries.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { notFound } from '#app/http/guards.server.ts'
import { newId } from '#app/values/id.ts'
import { localDate } from '#app/values/zone.ts'

/** What both pages print. 404 for anybody who does not work here. */
export async function workData(ctx: StudioContext, personId: string) {
  const page = await staffWorkPage(ctx, personId)
  if (!page) throw notFound()
  const { slug, locale, timeZone } = ctx.studio
  const today = localDate(ctx.now, timeZone)
  return {
    studio: { slug },
    person: page.person,
    key: newId(),
    rules: { hold: fieldRules(qualificationForm) },
    kinds: page.kinds.map(({ id, name }) => ({ value: id, label: name })),
    files: page.files.map(({ id, name }) => ({ value: id, label: name })),
    held: page.held.map(({ id, kind, number, fileId, fileName, ...dates }) => ({
      ...{ id, kind, number, fileId, fileName },
      state: heldWords(dates, today, locale),
    })),
  }
}
