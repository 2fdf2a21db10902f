/** What the page of a campaign says, made of its row. */

import type { Campaign } from '#app/domain/marketing/campaign-queries.server.ts'
import {
  campaignStateWords,
  campaignTones,
  outcomeWords,
  resultFigures,
  toldInOrder,
} from '#app/domain/marketing/campaign-words.ts'
import { letterOf, wordsFor } from '#app/domain/marketing/letter-of.ts'
import type { MarketingRule } from '#app/domain/marketing/marketing-rule.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { paths } from '#app/paths.ts'
import { textParts } from '#app/values/text/text-parts.ts'
import { count, deadline, deadlineLong, zoneName } from '#app/values/wording.ts'
import type { Mail } from '../campaign-parts/mail-preview.tsx'
import type { Group } from '../campaign-parts/who-dots.tsx'

/** Numbers of a campaign by what becomes of people; each opens into them. */
export function groupsOf(
  studio: Studio,
  { id, channel, counted, tally }: Campaign,
  rule: MarketingRule,
  begun: boolean,
): Group[] {
  const first = begun ? 'sent' : ''
  const of = begun ? (tally as Record<string, number | undefined>) : counted
  return [first, ...toldInOrder].flatMap((key) => {
    const n = of[key] ?? 0
    if (n === 0) return []
    const { mark, words } = outcomeWords(
      key as Parameters<typeof outcomeWords>[0],
      n,
      rule,
      channel,
    )
    // Who shares an address is known once it is sent.
    const open = begun || key !== 'same_address'
    const path = open ? paths.manageCampaignPeople(studio, id, { of: key || 'gets' }) : null
    return [{ key: key || 'gets', mark, n, words, path }]
  })
}

export const resultsOf = (studio: Studio, { id, tally, startedAt }: Campaign) =>
  startedAt === null
    ? []
    : resultFigures.map(({ of, name, means }) => ({
        of,
        name,
        means,
        n: tally[of] ?? 0,
        path: paths.manageCampaignPeople(studio, id, { of }),
      }))

/** `Goes out Tue 2 June 09:00, UK time` and so on. */
export function introOf(campaign: Campaign, { timeZone, locale }: Studio): string {
  const { state, channel, sendAt, startedAt, endedAt, changedAt, byName } = campaign
  const at = (instant: string) => deadline(instant, timeZone, locale)
  if (state === 'scheduled' && sendAt)
    return `Goes out ${deadlineLong(sendAt, timeZone, locale)}, ${zoneName(timeZone, locale, sendAt)}. You can cancel until then.`
  if (state === 'sending' && startedAt) return `Began ${at(startedAt)}.`
  if (state === 'sent' && endedAt) return `Sent ${at(endedAt)}, written by ${byName}.`
  if (state === 'cancelled' && endedAt) return `Cancelled ${at(endedAt)}.`
  return `${channel === 'sms' ? 'Text' : 'Email'}. Saved ${at(changedAt)}, written by ${byName}.`
}

export const labelOf = ({ state }: Campaign) => ({
  text: campaignStateWords[state],
  tone: campaignTones[state],
})

/** A text as it arrives, and how many parts it is. */
export function textOf(
  ctx: { studio: Studio; origin: string },
  campaign: Campaign,
  reader: { name: string; preferredName: string },
) {
  const { text } = letterOf(ctx, campaign, reader)
  const { length, parts, special } = textParts(text)
  return {
    text,
    to: reader.name,
    length: `${count(length, 'character')}, ${count(parts, 'part')}.`,
    special: special
      ? `“${special}” is a special character: with it a part holds 70 characters, not 160.`
      : '',
  }
}

export function mailOf(
  studio: Studio,
  campaign: Campaign,
  reader: { name: string; preferredName: string },
): Mail {
  const { subject, text } = wordsFor({ studio }, campaign, reader)
  return {
    from: studio.name,
    address: studio.contactEmail,
    to: reader.name,
    subject,
    paragraphs: text.split(/\n+/).filter((part) => part.trim() !== ''),
    button: campaign.page ? campaign.button : '',
    foot: [
      [studio.name, studio.address].filter(Boolean).join(', '),
      `You get this because you agreed to news by email from ${studio.name}.`,
      'Unsubscribe',
    ],
  }
}
