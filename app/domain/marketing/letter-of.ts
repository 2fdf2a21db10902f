/** The letter of a campaign as one person gets it. Pure. */
import type { CampaignChannel, LetterPage } from '#app/db/studio/marketing/campaigns-words.ts'
import { calledBy, fillIn } from '#app/domain/conversations/merge-fields.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { studioUses } from '#app/domain/scope/features.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import type { Letter } from '#app/messages/letter.ts'
import { campaignLetter } from '#app/messages/marketing/campaign-letter.ts'
import { campaignText } from '#app/messages/marketing/campaign-text.ts'
import { paths } from '#app/paths.ts'
import { inSecondHalf } from '#app/values/text/fair-half.ts'

type Reader = { name: string; preferredName: string }

type Written = {
  channel: CampaignChannel
  subject: string
  subjectB: string
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

/** Whether a reader gets the second subject of a campaign: half of them, each always the same. */
export const getsSecond = (
  { id, subjectB }: { id: string; subjectB: string },
  personId: string,
): boolean => subjectB !== '' && inSecondHalf(`${id}:${personId}`)

/** An email, or a text where the campaign is one: `second` has the second subject. */
export function letterOf(
  ctx: Pick<StudioContext, 'studio' | 'origin'>,
  campaign: Written,
  reader: Reader,
  { test = false, second = false } = {},
): Letter {
  const page = pageOf(ctx.studio, campaign)
  if (campaign.channel === 'sms') {
    const { text } = wordsFor(ctx, campaign, reader)
    return campaignText(ctx.studio, { text, href: page ? `${ctx.origin}${page}` : '' })
  }
  const written = second ? { ...campaign, subject: campaign.subjectB } : campaign
  return campaignLetter({
    studio: ctx.studio,
    ...wordsFor(ctx, written, reader),
    action: page && written.button ? { label: written.button, href: `${ctx.origin}${page}` } : null,
    test,
  })
}
