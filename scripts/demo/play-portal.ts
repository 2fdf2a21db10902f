/** What people of the demo studios decided in their account: news, and what comes by email. */
import { notificationKinds } from '#app/domain/messaging/notification-kinds.ts'
import { chooseNotifications } from '#app/domain/people/choose-notifications.server.ts'
import { sayConsent } from '#app/domain/people/consents/say-consent.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import type { Person } from './build-people.ts'
import { openedAt } from './build-setting.ts'
import type { Player } from './player.ts'

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
