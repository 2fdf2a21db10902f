/** The eighteenth birthday (R17): guardians act no more, and the person decides again. */
import { type SQL, sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, lineWrittenSql, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import { noticeStatement } from '#app/domain/messaging/notices.server.ts'
import { queueStatement } from '#app/domain/messaging/outbox.server.ts'
import { endConsentsStatement } from '#app/domain/people/consents/consent-statements.server.ts'
import { adultAge } from '#app/domain/people/minors.ts'
import { type StudioContext, systemActor } from '#app/domain/scope/contexts.ts'
import { type Look, lookAt } from '#app/domain/scope/look.ts'
import { ofAgeGuardianLetter, ofAgeLetter } from '#app/messages/family/of-age.ts'
import { paths } from '#app/paths.ts'
import { newId } from '#app/values/id.ts'
import { calledOf } from './family-member.ts'

/** How far back a run looks, in days: an older birthday is not news to anybody. */
const looksBackDays = 14

/** People of one run; the next minute takes the others. */
const atOnce = 25

/** `adultsBornBy` of a day that is an expression. */
const bornBySql = (day: SQL): SQL =>
  sql`(printf('%04d', substr(${day}, 1, 4) - ${adultAge}) || substr(${day}, 5))`

/** `FROM … WHERE …` of people who came of age lately and whose guardians do not know yet. */
const newlyOfAgeSql = ({ studio, today }: Look): SQL => sql`
  FROM people AS person CROSS JOIN guardians AS link ON link.studio_id = person.studio_id
    AND link.dependant_id = person.id AND link.of_age_at IS NULL
  WHERE person.studio_id = ${studio} AND person.birth_date <= ${bornBySql(today)}
    AND person.birth_date > ${bornBySql(sql`date(${today}, ${`-${looksBackDays} days`})`)}
    AND person.archived_at IS NULL`

/** Whether a studio has somebody who came of age. */
export const comeOfAgeDue = (look: Look): SQL => sql`EXISTS (SELECT 1 ${newlyOfAgeSql(look)})`

type Row = {
  id: string
  name: string
  called: string
  email: string
  hasAccount: number
  /** JSON of `Guardian`s. */
  guardians: string
}
type Guardian = { id: string; name: string; called: string; email: string }

/**
 * Tells everybody who came of age in the studio's zone, and their guardians, once: the person is
 * asked to an account of their own and for consents of their own, since every yes from before ends.
 * That guardians act no more needs no run (`actedForSql`). Answers how many.
 */
export async function comeOfAge(ctx: StudioContext): Promise<number> {
  const { due } = await batch(ctx.db, {
    due: ctx.db.all<Row>(sql`
      SELECT person.id, person.name, person.preferred_name AS called, person.email,
        person.user_id IS NOT NULL AS hasAccount,
        (SELECT json_group_array(json_object('id', guardian.id, 'name', guardian.name,
            'called', guardian.preferred_name, 'email', guardian.email))
          FROM guardians AS own CROSS JOIN people AS guardian ON guardian.id = own.guardian_id
            AND guardian.studio_id = own.studio_id AND guardian.archived_at IS NULL
          WHERE own.studio_id = person.studio_id AND own.dependant_id = person.id) AS guardians
      ${newlyOfAgeSql(lookAt(ctx))} GROUP BY person.id ORDER BY person.id LIMIT ${atOnce}`),
  })
  for (const row of due) await tell(ctx, row)
  return due.length
}

async function tell(ctx: StudioContext, person: Row): Promise<void> {
  const { db, studio, now } = ctx
  const guardians = JSON.parse(person.guardians) as Guardian[]
  const line = newId()
  const first = lineWrittenSql(line)
  const child = calledOf(person)
  // An address that a guardian has as well is the guardian's.
  const own = person.email !== '' && guardians.every(({ email }) => email !== person.email)
  await batch(db, {
    mark: db.run(sql`
      UPDATE guardians SET of_age_at = ${now}
      WHERE studio_id = ${studio.id} AND dependant_id = ${person.id} AND of_age_at IS NULL
        AND EXISTS (SELECT 1 ${newlyOfAgeSql(lookAt(ctx))} AND person.id = ${person.id})`),
    audit: auditStatement(
      { ...ctx, actor: systemActor },
      { id: line, action: 'person.of_age', subjectKind: 'person', subjectId: person.id },
      rightAfterChange,
    ),
    consents: endConsentsStatement(ctx, person.id, first),
    notice: noticeStatement(
      ctx,
      {
        personId: person.id,
        dedupeKey: `of-age:${person.id}`,
        kind: 'of-age',
        text: 'You’re 18: you book and sign for yourself now. Say whether we may publish photos of you and send you news.',
        path: paths.portalConsents(studio),
      },
      first,
    ),
    letter: own ? letterTo(ctx, person, child, first) : null,
    ...Object.fromEntries(
      guardians.flatMap((guardian) => [
        [`notice-${guardian.id}`, noticeTo(ctx, guardian, person.id, child, first)],
        ...(guardian.email === ''
          ? []
          : [
              [
                `letter-${guardian.id}`,
                guardianLetter(ctx, guardian, person.id, child, own, first),
              ],
            ]),
      ]),
    ),
  })
}

function letterTo(ctx: StudioContext, person: Row, child: string, onlyIf: SQL) {
  const { studio, origin } = ctx
  const letter = ofAgeLetter({
    studio,
    origin,
    name: child,
    personId: person.id,
    hasAccount: person.hasAccount === 1,
  })
  return queueStatement(
    ctx.db,
    {
      studioId: studio.id,
      dedupeKey: `of-age:${person.id}`,
      to: person.email,
      kind: 'of-age',
      letter,
    },
    ctx.nowMs,
    onlyIf,
  )
}

const noticeTo = (
  ctx: StudioContext,
  guardian: Guardian,
  personId: string,
  child: string,
  onlyIf: SQL,
): Statement<D1Result> =>
  noticeStatement(
    ctx,
    {
      personId: guardian.id,
      dedupeKey: `of-age:${personId}:${guardian.id}`,
      kind: 'of-age',
      text: `${child} is 18 and books for themselves now. You can’t act for them any more.`,
      path: paths.portalFamily(ctx.studio),
    },
    onlyIf,
  )

function guardianLetter(
  ctx: StudioContext,
  guardian: Guardian,
  personId: string,
  child: string,
  reached: boolean,
  onlyIf: SQL,
): Statement<D1Result> {
  const { studio, origin } = ctx
  const letter = ofAgeGuardianLetter({
    studio,
    origin,
    child,
    reached,
    name: calledOf(guardian),
  })
  return queueStatement(
    ctx.db,
    {
      studioId: studio.id,
      dedupeKey: `of-age:${personId}:${guardian.id}`,
      to: guardian.email,
      kind: 'of-age',
      letter,
    },
    ctx.nowMs,
    onlyIf,
  )
}
