/** By what a row of a file is the same row whenever the file says the same. */
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import type { PeopleImport } from '../import-queries.server.ts'
import type { FindOffer } from './find-offer.ts'
import type { Holder } from './holding-facts.ts'
import { broughtTo, thereOf } from './holding-queries.server.ts'
import type { PreparedHolding } from './prepare-holdings.ts'

/** Whose it is stands in the file as an address (or a name) alone, and the row is one of its own. */
export const isByAddress = ({ who, facts }: PreparedHolding): boolean =>
  who.keys[0] === undefined && facts.kind !== 'families' && facts.kind !== 'levels'

/**
 * The id of each row: of a link its people, of a level who, which and when, of anything else the
 * number of its person and its reference. A family may share an address, so there the person counts
 * as well; what was brought to them by the address alone, as earlier versions did, keeps its id.
 */
export async function holdingIds(
  ctx: StudioContext,
  job: Pick<PeopleImport, 'kind' | 'source'>,
  prepared: readonly PreparedHolding[],
  { people, findOffer }: { people: ReadonlyMap<Holder, { id: string }>; findOffer: FindOffer },
): Promise<string[]> {
  const { studio } = ctx
  const personOf = (who: Holder) => people.get(who)?.id ?? ''
  const idBy = (key: string, { reference, facts }: PreparedHolding) =>
    derivedId('holding', studio.id, facts.kind, job.source, key, reference)
  const ids = await Promise.all(
    prepared.map((row) => {
      const { who, facts } = row
      // A link is what it is: who looks after whom.
      if (facts.kind === 'families') {
        const pair = [people.get(who)?.id, people.get(facts.other)?.id]
        if (facts.relation === 'other')
          return `tie:${(facts.tie.back ? pair.reverse() : pair).join(':')}`
        return (facts.relation === 'guardian' ? pair : pair.reverse()).join(':')
      }
      // A level is who, which and when, however the file names them.
      if (facts.kind === 'levels') {
        const level = findOffer(facts.word)
        const of = level && level !== 'left' ? level.id : ''
        return derivedId('brought-level', studio.id, personOf(who), of, facts.on)
      }
      return idBy(who.keys[0] ?? who.email, row)
    }),
  )
  const addressed = prepared.flatMap((row, i) =>
    isByAddress(row) ? [{ row, i, id: ids[i]!, personId: personOf(row.who) }] : [],
  )
  const there = await thereOf(
    ctx,
    job.kind,
    addressed.map(({ id }) => id),
  )
  const brought = await broughtTo(
    ctx,
    addressed.filter(({ id }) => there.has(id)),
  )
  await Promise.all(
    addressed.map(async ({ row, i, id, personId }) => {
      if (!brought.has(`${personId} ${id}`))
        ids[i] = await idBy(`${row.who.email}\n${personId}`, row)
    }),
  )
  return ids
}
