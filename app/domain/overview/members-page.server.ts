import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import {
  type PeopleNews,
  peopleNewsStatement,
  toPeopleNews,
} from '#app/domain/happenings/person-happenings.server.ts'
import { leadMetrics } from '#app/domain/insights/lead-metrics.server.ts'
import {
  type Counted,
  countedOf,
  countsStatement,
  metricsFor,
} from '#app/domain/insights/metrics.server.ts'
import {
  peopleByState,
  peopleOfMonth,
  peopleToLookAt,
} from '#app/domain/insights/people-metrics.server.ts'
import { lookStatement, sinceSql } from '#app/domain/insights/staff-looks.server.ts'
import type { Segment } from '#app/domain/people/list/segment.ts'
import { segmentsStatement } from '#app/domain/people/list/segments.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import type { Instant } from '#app/values/instant.ts'

const page = 'members'

export type MembersOverview = {
  byState: Counted[]
  ofMonth: Counted[]
  toLookAt: Counted[]
  segments: Segment[]
  /** What others changed since then. */
  since: Instant
  news: PeopleNews[]
}

/** The front page of people: figures that are lists, saved segments, what is new. One trip. */
export async function membersPage(ctx: MemberContext): Promise<MembersOverview> {
  const { role, userId } = ctx.actor
  const groups = {
    byState: metricsFor(role, peopleByState),
    ofMonth: metricsFor(role, [...peopleOfMonth, ...leadMetrics]),
    toLookAt: metricsFor(role, peopleToLookAt),
  }
  const { byState, ofMonth, toLookAt, segments, since, news } = await batch(ctx.db, {
    byState: countsStatement(ctx, groups.byState),
    ofMonth: countsStatement(ctx, groups.ofMonth),
    toLookAt: countsStatement(ctx, groups.toLookAt),
    segments: segmentsStatement(ctx, userId),
    look: lookStatement(ctx, page),
    since: ctx.db.all<{ at: Instant }>(sql`SELECT ${sinceSql(ctx, page)} AS at`),
    news: peopleNewsStatement(ctx, sinceSql(ctx, page), userId),
  })
  return {
    byState: countedOf(ctx, groups.byState, byState),
    ofMonth: countedOf(ctx, groups.ofMonth, ofMonth),
    toLookAt: countedOf(ctx, groups.toLookAt, toLookAt),
    segments,
    since: since[0]?.at ?? ctx.now,
    news: toPeopleNews(news),
  }
}
