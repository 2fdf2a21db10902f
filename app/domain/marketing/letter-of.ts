/** The letter of a campaign as one person gets it. Pure. */
import type { LetterPage } from '#app/db/studio/marketing/campaigns-words.ts'
import { calledBy, fillIn } from '#app/domain/conversations/merge-fields.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Letter } from '#app/messages/letter.ts'
import { campaignLetter } from '#app/messages/marketing/campaign-letter.ts'
import { paths } from '#app/paths.ts'

type Reader = { name: string; preferredName: string }

type Written = {
  subject: string
  text: string
  button: string
  page: LetterPage
  occurrenceId: string | null
  byName: string
}

/** Where the button of a letter leads, below the studio; null where it leads nowhere, or no longer. */
export function pageOf(
  studio: Pick<Studio, 'slug' | 'featuresOff'>,
  { page, occurrenceId }: Pick<Written, 'page' | 'occurrenceId'>,
): string | null {
  if (page === 'timetable' && occurrenceId) return paths.occurrence(studio, occurrenceId)
  return {
    '': null,
    timetable: paths.timetable(studio),
    offers: paths.prices(studio),
    courses: studioUses(studio, 'programs') ? paths.programs(studio) : null,
    account: paths.portal(studio),
  }[page]
}

/** Its words with the fields filled in: text, which the letter escapes. */
export function wordsFor(
  { studio }: Pick<StudioContext, 'studio'>,
  written: Pick<Written, 'subject' | 'text' | 'byName'>,
  reader: Reader,
): { subject: string; text: string } {
  const values = {
    'first name': calledBy(reader),
    name: reader.name,
    studio: studio.name,
    staff: written.byName,
  }
  return { subject: fillIn(written.subject, values), text: fillIn(written.text, values) }
}

export function letterOf(
  ctx: Pick<StudioContext, 'studio' | 'origin'>,
  written: Written,
  reader: Reader,
  { test = false } = {},
): Letter {
  const page = pageOf(ctx.studio, written)
  return campaignLetter({
    studio: ctx.studio,
    ...wordsFor(ctx, written, reader),
    action: page && written.button ? { label: written.button, href: `${ctx.origin}${page}` } : null,
    test,
  })
}
