import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import type { LocalDate } from '#app/values/zone.ts'
import { gradingsStatement } from './grading-page.server.ts'
import type { CandidateState, GradingResult } from './grading-words.ts'

type Row = {
  id: string
  name: string
  state: CandidateState
  result: GradingResult | null
  note: string
  retestItems: string
  retestBy: LocalDate | null
  certificate: number | null
  issuedBy: string | null
  printed: string | null
  charged: number
}

/**
 * A grading as the person who is invited sees it, or a guardian for a child: results only once all
 * are published. Null for those who are not invited, and for a foreign id.
 */
export async function myGradingPage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
  gradingId: string,
) {
  const { db, studio, person } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    gradings: gradingsStatement(ctx, sql`grading.id = ${gradingId}`),
    mine: db.all<Row>(sql`
      SELECT candidate.id, person.name, candidate.state, candidate.result, candidate.note,
        candidate.retest_items AS retestItems, candidate.retest_by AS retestBy,
        given.number AS certificate, given.issued_by AS issuedBy, given.name AS printed,
        EXISTS (SELECT 1 FROM open_items AS item WHERE item.studio_id = candidate.studio_id
          AND item.subject_id = candidate.id AND item.state = 'open') AS charged
      FROM grading_candidates AS candidate
      JOIN people AS person ON person.id = candidate.person_id
      LEFT JOIN certificates AS given ON given.studio_id = candidate.studio_id
        AND given.grading_id = candidate.grading_id AND given.person_id = candidate.person_id
      WHERE candidate.studio_id = ${studio.id} AND candidate.grading_id = ${gradingId}
        AND candidate.person_id = ${person.id} AND candidate.state <> 'overridden'`),
  })
  const [grading, mine] = [answer.gradings[0], answer.mine[0]]
  if (!grading || !mine) return null
  const out = grading.state === 'published'
  return {
    shell: toShell(answer, viewer),
    grading,
    person: mine.name,
    state: mine.state,
    owes: mine.charged === 1,
    result: out ? mine.result : null,
    note: out ? mine.note : '',
    retestItems: out ? mine.retestItems : '',
    retestBy: out ? mine.retestBy : null,
    certificate: out ? mine.certificate : null,
    printed: mine.printed ?? mine.name,
    issuedBy: mine.issuedBy ?? '',
  }
}
