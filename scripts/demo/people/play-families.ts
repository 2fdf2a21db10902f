/** Families of the demo studios: parents on the books, and children without an account. */
import { givePackage } from '#app/domain/entitlements/give-package.server.ts'
import { sharePack } from '#app/domain/entitlements/share-pack.server.ts'
import { linkGuardian } from '#app/domain/families/link-guardian.server.ts'
import { addPerson } from '#app/domain/people/add-person.server.ts'
import { addMinutes } from '#app/values/instant.ts'
import { addDays, type LocalDate } from '#app/values/zone.ts'
import type { Person } from '../build-people.ts'
import { openedAt } from '../build-setting.ts'
import type { Player } from '../player.ts'
import { Chance } from '../random.ts'

/** Children by what they are called, with the years and days since they were born. */
const families: { guardians: 1 | 2; children: [called: string, years: number, days: number][] }[] =
  [
    {
      guardians: 1,
      children: [
        ['Isla', 13, 40],
        ['Max', 10, 200],
      ],
    },
    // Two households: each parent pays with their own.
    { guardians: 2, children: [['Leo', 9, 30]] },
    { guardians: 1, children: [['Wren', 7, 90]] },
    // Of age in some days, when what the guardian signed no longer counts.
    { guardians: 1, children: [['Otis', 17, 340]] },
    { guardians: 1, children: [['Zara', 15, 10]] },
    { guardians: 1, children: [['Kit', 6, 120]] },
  ]

/** Members who look after somebody, in the order of the families. */
const parentsOf = (members: readonly Person[]) =>
  members.filter(({ userId }) => userId === null).toReversed()

/** The guardian who has a login, `parent@northside.test`: two children, and a pack for all three. */
export function guardianWithLogin(slug: string, members: readonly Person[]): Person {
  const [parent] = parentsOf(members)
  if (!parent) throw new Error('No member is left to be a parent')
  return { ...parent, userId: new Chance(`parent ${slug}`).uuid(), email: `parent@${slug}.test` }
}

/** Adds six families to the last of the members: the desk takes them down. */
export function playFamilies(
  player: Player,
  slug: string,
  members: readonly Person[],
  { today, packageId }: { today: LocalDate; packageId: string },
): void {
  const chance = new Chance(`families ${slug}`)
  const parents = parentsOf(members)
  const guardian = guardianWithLogin(slug, members)
  const packId = new Chance(`pack of the parent ${slug}`).id()
  player.at(addMinutes(player.now, -6 * 24 * 60), async ({ desk, as }) => {
    const gift = { packageId, key: packId, startsOn: addDays(today, -6) }
    await givePackage(desk, guardian.id, { ...gift, reason: 'Paid at the open day' })
    await sharePack(as(guardian), packId, true)
  })
  let at = addMinutes(openedAt, 240)
  for (const { guardians, children } of families) {
    const two = parents.splice(0, guardians)
    for (const [called, years, days] of children) {
      const key = chance.id()
      const surname = two[0]?.name.split(' ').slice(1).join(' ') ?? ''
      const birthDate = bornOn(today, years, days)
      at = addMinutes(at, 2)
      player.at(at, async ({ desk }) => {
        await addPerson(desk, { key, name: `${called} ${surname}`, birthDate })
        for (const guardian of two) await linkGuardian(desk, guardian.id, key)
      })
    }
  }
}

/** The day on which somebody was born who is so old on a day. */
function bornOn(today: LocalDate, years: number, days: number): LocalDate {
  const born = new Date(`${Number(today.slice(0, 4)) - years}${today.slice(4)}T00:00:00Z`)
  born.setUTCDate(born.getUTCDate() - days)
  return born.toISOString().slice(0, 10)
}
