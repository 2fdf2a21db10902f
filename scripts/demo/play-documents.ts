/** What people of the demo studios signed, said yes to, and want to be told. */
import { addDocument } from '#app/domain/documents/save-document.server.ts'
import { signDocument } from '#app/domain/documents/sign-document.server.ts'
import { notificationKinds } from '#app/domain/messaging/notification-kinds.ts'
import { sayConsent } from '#app/domain/people/consents/say-consent.server.ts'
import { chooseNotifications } from '#app/domain/people/notifications/choose-notifications.server.ts'
import { addMinutes, type Instant } from '#app/values/instant.ts'
import type { Person } from './build-people.ts'
import { openedAt } from './build-setting.ts'
import type { Player } from './player.ts'
import { Chance } from './random.ts'

const waiver = `I take part at my own risk. I know that training with apparatus, throws and falls can injure me.

I am fit to train, and I tell the coach before class about anything that is not as usual: an injury, an illness, a pregnancy.

I follow what coaches say about safety, and I use equipment only as I was shown.`

const houseRules = `Come ten minutes before your class, and tell the desk when you are late.

No jewellery and no body lotion on the poles. Wipe the equipment down after you.

Photos and films only of people who said yes.`

/**
 * Southside asks for its waiver before anybody books; two people who have never trained have not
 * signed it. Northside's house rules stop nobody, and every third person has not signed them.
 */
export function playDocuments(player: Player, slug: string, members: readonly Person[]): void {
  const chance = new Chance(`documents ${slug}`)
  const blocks = slug === 'southside'
  const id = chance.id()
  player.at(openedAt, ({ desk }) =>
    addDocument(desk, {
      key: id,
      name: blocks ? 'Waiver' : 'House rules',
      text: blocks ? waiver : houseRules,
      audience: 'everybody',
      blocksBooking: blocks ? 'on' : undefined,
    }),
  )
  const without = unsigned(slug, members)
  for (const [i, person] of members.entries()) {
    const key = chance.id()
    if (blocks ? without.includes(person) : i % 3 === 2) continue
    player.at(signedAt(i), ({ as }) =>
      signDocument(as(person), id, {
        key,
        person: person.id,
        number: 1,
        signerName: person.name,
        agreed: 'on',
      }),
    )
  }
}

/** Those who have not signed what has to be signed before they book: they are in nothing. */
export const unsigned = (slug: string, members: readonly Person[]): readonly Person[] =>
  slug === 'southside'
    ? members.filter(({ packs, reliable }) => packs.length === 0 && !reliable).slice(0, 2)
    : []

/** One after the other, once the studio is open. */
const signedAt = (i: number): Instant => addMinutes(openedAt, 5 + i)

/** Every fourth person wants news by email; one of them nothing that is written to a whole class. */
export function playPortal(player: Player, members: readonly Person[]): void {
  for (const [i, person] of members.entries()) {
    if (i % 4 !== 1) continue
    player.at(addMinutes(openedAt, 90 + i), ({ as }) =>
      sayConsent(as(person), {
        kind: { channel: 'email', purpose: 'marketing' },
        given: true,
        seen: i === 1 ? 0 : 1,
      }),
    )
  }
  const quiet = members[5]
  if (quiet)
    player.at(addMinutes(openedAt, 180), ({ as }) =>
      chooseNotifications(as(quiet), {
        way: 'mail',
        minutes: 1440,
        on: notificationKinds.map(({ key }) => key).filter((key) => key !== 'messages'),
      }),
    )
}
