import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import type { DirectoryDb } from '#app/db/connection.server.ts'
import { slugIsFreeSql } from '#app/domain/studios/brand/slug-free-sql.server.ts'
import { newId } from '#app/values/id.ts'
import type { Instant } from '#app/values/instant.ts'
import { slugsInstead } from '#app/values/slug/slug.ts'
import { packByKey } from './discipline-packs.ts'
import type { DraftDiscipline, SetupDraft } from './setup-draft.ts'

export type CreateStudioContext = {
  directory: DirectoryDb
  /** Numbers of the bound shards. */
  shards: readonly number[]
  now: Instant
}

export type StudioFacts = {
  name: string
  slug: string
  timeZone: string
  currency: string
  town: string
  /** Keys of discipline packs. */
  disciplines: readonly string[]
}

export type ReserveStudioResult =
  | { ok: true; studioId: string }
  | { ok: false; reason: 'slug_taken'; facts: { free: string | null } }
  | { ok: false; reason: 'setup_open' }
  | { ok: false; reason: 'being_published' }

/**
 * Begins the set-up of a studio: its row in state `provisioning`, which holds the slug, on the
 * shard with the fewest studios; the owner's place; and the set-up itself, in one batch. Refused: a
 * slug that a studio has or had (`free` is one to offer), and a second set-up while one is open.
 * Two people who ask for one slug at once: the first gets it.
 */
export async function createStudio(
  ctx: CreateStudioContext,
  { userId }: { userId: string },
  facts: StudioFacts,
): Promise<ReserveStudioResult> {
  const { directory, now } = ctx
  const studioId = newId()
  const answers = JSON.stringify({
    studio: { disciplines: draftDisciplines(facts.disciplines, []) },
  })
  const begun = sql`EXISTS (SELECT 1 FROM studio_setups WHERE studio_id = ${studioId})`
  const shard = sql`(SELECT value FROM json_each(${JSON.stringify(ctx.shards)})
    ORDER BY (SELECT count(*) FROM studios WHERE shard = value), value LIMIT 1)`

  const { open } = await batch(directory, {
    setup: directory.run(sql`
      INSERT INTO studio_setups (studio_id, user_id, state, answers, created_at)
      SELECT ${studioId}, ${userId}, 'draft', ${answers}, ${now}
      WHERE ${slugIsFreeSql(facts.slug, studioId)}
      ON CONFLICT DO NOTHING`),
    studio: directory.run(sql`
      INSERT INTO studios (id, slug, name, shard, state, time_zone, currency, locale, town,
        disciplines, created_at)
      SELECT ${studioId}, ${facts.slug}, ${facts.name}, ${shard}, 'provisioning', ${facts.timeZone},
        ${facts.currency}, ${localeFor(facts.currency)}, ${facts.town},
        ${disciplineWords(facts.disciplines)}, ${now}
      WHERE ${begun}`),
    place: directory.run(sql`
      INSERT INTO affiliations (user_id, studio_id, role_id, person_id, state, created_at)
      SELECT ${userId}, ${studioId}, 'owner', ${newId()}, 'provisioning', ${now} WHERE ${begun}`),
    open: directory.all<{ studioId: string }>(
      sql`SELECT studio_id AS studioId FROM studio_setups
        WHERE user_id = ${userId} AND state <> 'open'`,
    ),
  })
  if (open[0]?.studioId === studioId) return { ok: true, studioId }
  if (open.length > 0) return { ok: false, reason: 'setup_open' }
  return { ok: false, reason: 'slug_taken', facts: { free: await freeSlug(directory, facts) } }
}

/**
 * Changes the first answers of a studio that is being set up. Disciplines that stay keep their ids.
 * Refused: a slug that another studio has or had, and a studio whose rows are being written
 * already.
 */
export async function changeStudioDraft(
  { directory, now }: Pick<CreateStudioContext, 'directory' | 'now'>,
  { userId }: { userId: string },
  { studio: { id }, answers }: SetupDraft,
  facts: StudioFacts,
): Promise<ReserveStudioResult> {
  const disciplines = draftDisciplines(facts.disciplines, answers.studio?.disciplines ?? [])
  const mine = sql`EXISTS (
    SELECT 1 FROM studio_setups
    WHERE studio_id = ${id} AND user_id = ${userId} AND state = 'draft')`
  const holdsSlug = sql`EXISTS (SELECT 1 FROM studios WHERE id = ${id} AND slug = ${facts.slug})`
  const { after } = await batch(directory, {
    studio: directory.run(sql`
      UPDATE studios SET slug = ${facts.slug}, name = ${facts.name}, time_zone = ${facts.timeZone},
        currency = ${facts.currency}, locale = ${localeFor(facts.currency)}, town = ${facts.town},
        disciplines = ${disciplineWords(facts.disciplines)}
      WHERE id = ${id} AND state = 'provisioning' AND ${mine} AND ${slugIsFreeSql(facts.slug, id)}`),
    answers: answerStatement(
      directory,
      { userId, studioId: id, now },
      'studio',
      { disciplines },
      holdsSlug,
    ),
    after: directory.all<{ state: string; slug: string }>(sql`
      SELECT setup.state, studio.slug FROM studio_setups AS setup
      JOIN studios AS studio ON studio.id = setup.studio_id WHERE studio.id = ${id}`),
  })
  if (after[0]?.state !== 'draft') return { ok: false, reason: 'being_published' }
  if (after[0].slug === facts.slug) return { ok: true, studioId: id }
  return { ok: false, reason: 'slug_taken', facts: { free: await freeSlug(directory, facts) } }
}

/**
 * Writes the answers of one step and no other, so that two windows at two steps keep both. Only
 * while it is a draft.
 */
export function answerStatement(
  directory: DirectoryDb,
  { userId, studioId, now }: { userId: string; studioId: string; now: Instant },
  step: string,
  answers: unknown,
  onlyIf: SQL = sql`1`,
): Statement<D1Result> {
  return directory.run(sql`
    UPDATE studio_setups
    SET answers = json_set(answers, ${`$.${step}`}, json(${JSON.stringify(answers)})),
      saved_at = ${now}
    WHERE studio_id = ${studioId} AND user_id = ${userId} AND state = 'draft' AND ${onlyIf}`)
}

async function freeSlug(
  directory: DirectoryDb,
  { slug, town }: StudioFacts,
): Promise<string | null> {
  const wishes = slugsInstead(slug, town)
  const [row] = await directory.all<{ slug: string }>(sql`
    SELECT value AS slug FROM json_each(${JSON.stringify(wishes)})
    WHERE value NOT IN (SELECT slug FROM studios) AND value NOT IN (SELECT slug FROM studio_slugs)
    ORDER BY key LIMIT 1`)
  return row?.slug ?? null
}

function draftDisciplines(
  keys: readonly string[],
  before: readonly DraftDiscipline[],
): DraftDiscipline[] {
  return keys.map((key) => {
    const kept = before.find(({ pack }) => pack === key)
    const pack = packByKey(key)
    if (!pack) throw new Error(`No discipline pack ${key}`)
    const levels = pack.levels.map((name) => ({ id: newId(), name }))
    return kept ?? { id: newId(), pack: key, name: pack.name, levels }
  })
}

const disciplineWords = (keys: readonly string[]) =>
  keys.map((key) => packByKey(key)?.name).join(', ')

/**
 * Twelve-hour clocks where dollars of the United States are paid; the prose is British elsewhere.
 */
const localeFor = (currency: string) => (currency === 'USD' ? 'en-US' : 'en-GB')
