import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { groupBy } from '#app/values/table/group-by.ts'
import { foldName } from '#app/values/text/fold.ts'
import type { Holder } from './holding-facts.ts'

/** People asked about in one trip. */
const atOnce = 1_000

/** Somebody of the studio; `otherName` where all that says so is an address that a row of another name has. */
export type Match = { id: string; name: string; otherName: boolean }

/**
 * Who of the studio each of these is, by the first key of theirs: the number of the source, else the
 * barcode, else the address, else, of a row that says nothing but a name, the only one of that name.
 * An address is that of whoever has it and of those they look after: of several the name tells, and
 * where it does not the row is nobody's and among `several`. Archived people are found too: that
 * somebody left says nothing of what they hold.
 */
export async function matchHolders(
  { db, studio }: StudioContext,
  source: string,
  holders: readonly Holder[],
  several = new Set<Holder>(),
): Promise<ReadonlyMap<Holder, Match>> {
  const found = new Map<Holder, Match>()
  // A file of visits names the same people again and again.
  const same = [...groupBy(holders, (holder) => JSON.stringify(holder)).values()]
  for (let from = 0; from < same.length; from += atOnce) {
    const asked = same.slice(from, from + atOnce)
    const some = asked.map(([holder]) => holder!)
    const json = (values: readonly string[]) => JSON.stringify([...new Set(values.filter(Boolean))])
    const emails = json(some.map(({ email }) => email))
    const here = sql`person.studio_id = ${studio.id} AND person.merged_into IS NULL`
    const { bySource, byBarcode, byEmail, byName } = await batch(db, {
      bySource: db.all<Known>(sql`
        SELECT input.value AS said, person.id, person.name
        FROM json_each(${json(some.flatMap(({ keys }) => keys))}) AS input
        CROSS JOIN person_sources AS source ON source.studio_id = ${studio.id}
          AND source.source = ${source} AND source.external_id = input.value
        CROSS JOIN people AS person ON person.id = source.person_id AND ${here}`),
      byBarcode: db.all<Known>(sql`
        SELECT input.value AS said, person.id, person.name
        FROM json_each(${json(some.map(({ barcode }) => barcode))}) AS input
        CROSS JOIN people AS person ON ${here} AND person.barcode = input.value
          AND person.barcode <> ''`),
      byEmail: db.all<Known>(sql`
        SELECT input.value AS said, person.id, person.name
        FROM json_each(${emails}) AS input
        CROSS JOIN people AS person ON ${here} AND person.email = input.value
        UNION
        SELECT input.value, person.id, person.name
        FROM json_each(${emails}) AS input
        CROSS JOIN people AS guardian ON guardian.studio_id = ${studio.id}
          AND guardian.email = input.value
        CROSS JOIN guardians AS link ON link.studio_id = ${studio.id}
          AND link.guardian_id = guardian.id
        CROSS JOIN people AS person ON person.id = link.dependant_id AND ${here}`),
      byName: db.all<Known>(sql`
        SELECT input.value AS said, person.id, person.name
        FROM json_each(${json(some.filter(onlyNamed).map(({ name }) => name))}) AS input
        CROSS JOIN people AS person ON ${here} AND person.name = input.value`),
    })
    const numbered = new Map(bySource.map((known) => [known.said, known]))
    const barcodes = groupBy(byBarcode, ({ said }) => said)
    const names = groupBy(byName, ({ said }) => said)
    const addresses = groupBy(byEmail, ({ said }) => said)
    for (const [i, holder] of some.entries()) {
      const { keys, barcode, email, name } = holder
      const sharing = addresses.get(email) ?? []
      const sure =
        keys.flatMap((key) => numbered.get(key) ?? [])[0] ??
        onlyOne(barcodes.get(barcode), name) ??
        called(sharing, name) ??
        (onlyNamed(holder) ? onlyOne(names.get(name), name) : undefined)
      const known = sure ?? (sharing.length === 1 ? sharing[0] : undefined)
      for (const one of asked[i]!) {
        if (known)
          found.set(one, { id: known.id, name: known.name, otherName: !sure && name !== '' })
        else if (sharing.length > 1) several.add(one)
      }
    }
  }
  return found
}

const onlyNamed = ({ keys, barcode, email }: Holder) =>
  keys.length === 0 && barcode === '' && email === ''

type Known = { said: string; id: string; name: string }

/** The one of those who share an address whom a name means: as it is, else with more or fewer words. */
function called(sharing: readonly Known[], name: string): Known | undefined {
  const words = (of: string) => foldName(of).split(' ')
  const said = words(name)
  const alike = (of: readonly string[]) =>
    of[0] === said[0] ||
    of.every((word) => said.includes(word)) ||
    said.every((word) => of.includes(word))
  const found = sharing.filter((one) => foldName(one.name) === foldName(name))
  const near = found.length > 0 ? found : sharing.filter((one) => alike(words(one.name)))
  return near.length === 1 ? near[0] : undefined
}

/** Of several the name tells. */
function onlyOne(known: readonly Known[] = [], name: string): Known | undefined {
  const named = known.filter((one) => foldName(one.name) === foldName(name))
  if (named.length > 0) return named.length === 1 ? named[0] : undefined
  return known.length === 1 ? known[0] : undefined
}
