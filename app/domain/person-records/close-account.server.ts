/** Closing an account everywhere: what happens in each studio, and doing it. */
import { inArray, sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { StudioDb } from '#app/db/connection.server.ts'
import { studios } from '#app/db/directory.ts'
import { cardPaysSql } from '#app/domain/billing/gift-cards/gift-card-sql.server.ts'
import { accountCreditSql } from '#app/domain/billing/invoices/payment-statements.server.ts'
import {
  entitlementsStatements,
  toHeld,
} from '#app/domain/entitlements/entitlement-queries.server.ts'
import { lotsWithCredits } from '#app/domain/entitlements/holdings.ts'
import type { IdentityContext } from '#app/domain/identity/identity-context.ts'
import { liveMembership } from '#app/domain/people/list/people-where.server.ts'
import type { MemberContext, StudioContext } from '#app/domain/scope/contexts.ts'
import type { Role } from '#app/domain/scope/permissions.ts'
import type { Studio } from '#app/domain/scope/studio.ts'
import { deleteAccount } from '#app/domain/studios/delete-account.server.ts'
import { toStudio } from '#app/domain/studios/studio-queries.server.ts'
import {
  askErasure,
  erasureAskedStatement,
  takeBackErasure,
} from '#app/domain/tasks/ask-erasure.server.ts'
import { localDate } from '#app/values/zone.ts'
import type { PlaceLeft } from './close-account-words.ts'

export type CloseContext = IdentityContext & { shardOf(studio: Studio): StudioDb }

type Place = { studio: Studio; personId: string; role: Role; alone: boolean }

/** Where an account has a place, by the studio's name. */
async function placesOf({ directory }: CloseContext, userId: string): Promise<Place[]> {
  const places = await directory.all<{
    studioId: string
    personId: string
    role: Role
    alone: number
  }>(sql`
    SELECT affiliation.studio_id AS studioId, affiliation.person_id AS personId,
      affiliation.role_id AS role,
      affiliation.role_id = 'owner' AND studio.state = 'open' AND NOT EXISTS (
        SELECT 1 FROM affiliations AS other WHERE other.studio_id = affiliation.studio_id
          AND other.user_id <> affiliation.user_id AND other.role_id = 'owner'
          AND other.state = 'active') AS alone
    FROM affiliations AS affiliation JOIN studios AS studio ON studio.id = affiliation.studio_id
    WHERE affiliation.user_id = ${userId} AND affiliation.state = 'active'
    ORDER BY studio.name LIMIT 50`)
  if (places.length === 0) return []
  const ids = places.map(({ studioId }) => studioId)
  const rows = await directory.select().from(studios).where(inArray(studios.id, ids))
  return places.flatMap(({ studioId, personId, role, alone }) => {
    const row = rows.find(({ id }) => id === studioId)
    return row ? [{ studio: toStudio(row), personId, role, alone: alone === 1 }] : []
  })
}

type Facts = {
  ahead: number
  owed: number
  plans: string
  children: string
  credit: number
  cards: number
}

const inStudio = (ctx: CloseContext, studio: Studio): StudioContext => ({
  ...{ db: ctx.shardOf(studio), studio, now: ctx.now, nowMs: ctx.nowMs },
  ...{ origin: ctx.origin, secret: ctx.configuration.secret },
})

/** What an account leaves behind in each of its studios, by the studio's name. */
export async function closingPage(ctx: CloseContext, userId: string): Promise<PlaceLeft[]> {
  const places = await placesOf(ctx, userId)
  return Promise.all(
    places.map(async ({ studio, personId, role, alone }) => {
      const today = localDate(ctx.now, studio.timeZone)
      const at = inStudio(ctx, studio)
      const { lots, found } = await batch(at.db, {
        lots: entitlementsStatements(at, personId).lots,
        found: at.db.all<Facts>(sql`
        SELECT (SELECT count(*) FROM bookings AS b CROSS JOIN occurrences AS o
            ON o.id = b.occurrence_id
            WHERE b.studio_id = ${studio.id} AND b.person_id = ${personId}
              AND b.state IN ('booked', 'waitlisted') AND o.starts_at > ${ctx.now}) AS ahead,
          (SELECT coalesce(sum(item.amount_minor - item.paid_minor), 0) FROM open_items AS item
            WHERE item.studio_id = ${studio.id} AND item.person_id = ${personId}
              AND item.state = 'open') AS owed,
          (SELECT json_group_array(plan.name) FROM memberships AS membership
            JOIN plans AS plan ON plan.id = membership.plan_id
            WHERE membership.studio_id = ${studio.id} AND membership.person_id = ${personId}
              AND ${liveMembership}
              AND (membership.ends_on IS NULL OR membership.ends_on >= ${today})) AS plans,
          (SELECT json_group_array(child.name) FROM guardians AS link
            JOIN people AS child ON child.id = link.dependant_id
            WHERE link.studio_id = ${studio.id} AND link.guardian_id = ${personId}
              AND child.archived_at IS NULL) AS children,
          ${accountCreditSql(sql`${studio.id}`, sql`${personId}`)} AS credit,
          (SELECT coalesce(sum(${cardPaysSql(at, sql`card.id`, today)}), 0)
            FROM gift_cards AS card INDEXED BY gift_cards_by_person
            WHERE card.studio_id = ${studio.id} AND card.person_id = ${personId}) AS cards`),
      })
      const [facts] = found
      return {
        studio: { slug: studio.slug, name: studio.name },
        ...{ currency: studio.currency, locale: studio.locale, role, alone },
        ahead: facts?.ahead ?? 0,
        owedMinor: facts?.owed ?? 0,
        plans: JSON.parse(facts?.plans ?? '[]') as string[],
        children: JSON.parse(facts?.children ?? '[]') as string[],
        packs: lotsWithCredits(toHeld(personId, { memberships: [], uses: [], lots }).lots, today)
          .filter(({ shared }) => !shared)
          .map(({ name, left }) => `${name}, ${left} left`),
        creditMinor: facts?.credit ?? 0,
        cardsMinor: facts?.cards ?? 0,
      }
    }),
  )
}

export type CloseResult = { ok: true } | { ok: false; reason: 'only_owner' | 'user_not_found' }

/**
 * Closes an account for good, in every studio at once: each is asked to erase what it keeps of the
 * person, then the account and all that signs it in is deleted. Cut off in between, the account is
 * still there and closing it again goes on. Refused for the only owner of an open studio.
 */
export async function closeAccount(
  ctx: CloseContext,
  { userId, name }: { userId: string; name: string },
): Promise<CloseResult> {
  const places = await placesOf(ctx, userId)
  if (places.some(({ alone }) => alone)) return { ok: false, reason: 'only_owner' }
  const raised: MemberContext[] = []
  for (const { studio, personId, role } of places) {
    const member = {
      ...inStudio(ctx, studio),
      person: { id: personId },
      actor: { userId, name, role },
    }
    const { asked } = await batch(member.db, { asked: erasureAskedStatement(member, personId) })
    if (asked.length > 0) continue
    await askErasure(member)
    raised.push(member)
  }
  const closed = await deleteAccount(ctx, { actorId: userId }, userId, { soft: false })
  // Another owner left meanwhile: the account stays, and nobody is to erase its person.
  if (!closed.ok) for (const member of raised) await takeBackErasure(member)
  return closed
}
