import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { calledSql } from '#app/domain/people/called-sql.server.ts'
import { consentsStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import { consentTextsStatement, textsOf } from '#app/domain/people/consents/consent-texts.server.ts'
import {
  type ConsentKind,
  consentName,
  ownConsentLine,
  ownConsentTitle,
} from '#app/domain/people/consents/consent-words.ts'
import { standingOf } from '#app/domain/people/consents/record-consent.server.ts'
import { minorSql } from '#app/domain/people/minor-sql.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/**
 * What the person said yes and no to, with the text that is asked now, in one batch. For a child
 * their guardian is asked of all but news and offers (R17).
 */
export async function consentsOfMinePage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { db, studio, person } = ctx
  const answer = await batch(db, {
    ...shellStatements(ctx, viewer),
    history: consentsStatement(ctx, person.id),
    texts: consentTextsStatement(ctx),
    mine: db.all<{ minor: number; name: string }>(sql`
      SELECT ${minorSql(ctx)} AS minor,
        ${calledSql('person')} AS name FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${person.id}`),
  })
  const day = (at: string) => dayMonthYear(localDate(at, studio.timeZone), studio.locale)
  const child = ctx.guardianId ? (answer.mine[0]?.name ?? '') : ''
  const asked = <Kind extends ConsentKind>(kinds: readonly Kind[]) =>
    child ? kinds.filter(({ purpose }) => purpose !== 'marketing') : kinds
  const texts = asked(textsOf(studio.name, answer.texts))
  const standing = standingOf(answer.history)
  return {
    shell: toShell(answer, viewer),
    /** For whom their guardian looks; empty is the person themselves. */
    child,
    minor: !child && answer.mine[0]?.minor === 1,
    consents: texts.map(({ version, text, ...kind }) => {
      const now = standing.find((one) => consentName(one) === consentName(kind))
      const latest = now?.latest ?? null
      return {
        name: consentName(kind),
        title: ownConsentTitle(kind, child),
        version,
        /** Of a yes, the text that was agreed to. */
        text: now?.given ? (latest?.text ?? text) : text,
        given: now?.given === true,
        line: latest ? `${ownConsentLine(latest)}, ${day(latest.at)}` : 'Not asked yet',
      }
    }),
    history: asked(answer.history).map((row) => ({
      id: row.id,
      title: ownConsentTitle(row, child),
      line: `${ownConsentLine(row)}, ${day(row.at)}`,
    })),
  }
}
