/** Three campaigns of the demo: one that was sent with what came of it, a draft, and a text. */
import { withFigures } from '#app/domain/insights/people-figures.server.ts'
import { countAudience } from '#app/domain/marketing/count-audience.server.ts'
import { followCampaigns } from '#app/domain/marketing/follow-campaigns.server.ts'
import { beginCampaign } from '#app/domain/marketing/save-campaign.server.ts'
import { scheduleCampaign } from '#app/domain/marketing/schedule-campaign.server.ts'
import { sendCampaigns } from '#app/domain/marketing/send-campaigns.server.ts'
import { recordConsent } from '#app/domain/people/consents/record-consent.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, instantOf, localDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** So many of the studio are asked. */
const agreedAtMost = 60

/** Written at ten in the morning some days ago, sent within a few minutes, followed since. */
export function playCampaigns(player: Player, slug: string, crowd: readonly Person[]): void {
  if (slug !== 'northside') return
  const chance = new Chance('campaigns')
  const [sent, draft, text] = [chance.id(), chance.id(), chance.id()]
  const today = localDate(player.now, player.timeZone)
  const at = (days: number, time: string) =>
    instantOf(`${addDays(today, -days)}T${time}`, player.timeZone)
  const began = at(5, '10:00')
  // Two of three said yes at the desk.
  for (const [i, person] of crowd.slice(0, agreedAtMost).entries())
    if (i % 3 !== 0)
      player.at(addMinutes(began, i - 10_000), ({ desk }) =>
        recordConsent(desk, person.id, {
          kind: { channel: 'email', purpose: 'marketing' },
          given: true,
        }),
      )
  player.at(began, async ({ desk }) => {
    await beginCampaign(
      desk,
      sent,
      {
        name: 'Two new evening classes',
        subject: 'Two new evening classes, {first name}',
        text: 'Hello {first name},\nfrom next week there are two more classes in the evening. They are on the timetable now, so choose your place early.\n{staff}, {studio}',
        button: 'See the timetable',
        page: 'timetable',
      },
      { name: 'Members', params: 'view=members' },
    )
    await scheduleCampaign(withFigures(desk), sent, { version: 1, at: null })
  })
  for (const minute of [1, 2, 3])
    player.at(addMinutes(began, minute), ({ ctx }) => sendCampaigns(withFigures(ctx)))
  player.at(addMinutes(player.now, -45), ({ ctx }) => followCampaigns(ctx))
  player.at(at(1, '16:00'), async ({ desk }) => {
    await beginCampaign(
      desk,
      draft,
      {
        name: 'Bring a friend week',
        subject: '{first name}, bring a friend for free',
        text: 'Hello {first name},\nnext week you can bring a friend to any class with places, and they pay nothing. Tell the desk who is coming.\n{studio}',
        button: 'Choose a class',
        page: 'timetable',
      },
      { name: 'Everyone', params: '' },
    )
    await countAudience(withFigures(desk), { id: draft })
    await beginCampaign(
      desk,
      text,
      {
        name: 'Places tonight',
        subject: '',
        button: '',
        page: 'timetable',
        text: '{first name}, there are places in tonight’s classes.',
      },
      { name: 'Members', params: 'view=members' },
      { channel: 'sms' },
    )
    await countAudience(withFigures(desk), { id: text })
  })
}
