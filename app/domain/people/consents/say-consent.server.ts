import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { derivedId } from '#app/values/id.ts'
import { minorSql } from '../minor-sql.server.ts'
import {
  consentStatement,
  liftSuppressionStatement,
  suppressStatement,
} from './consent-statements.server.ts'
import { consentTextsStatement, firstTextStatement, textsOf } from './consent-texts.server.ts'
import { type ConsentKind, consentName } from './consent-words.ts'

export type SayConsentResult = { ok: true } | { ok: false; reason: 'new_text' | 'minor' }

/**
 * What a person says themselves about a consent: yes to the version they read (`seen`), or no. A no
 * always counts, and suppresses the address they have; a yes ends that. Refused: a yes to a text
 * that is another by now, and the yes of somebody under age (R17). For them a guardian says it, but
 * never of news and offers: nobody under age gets them. The same again changes nothing.
 */
export async function sayConsent(
  ctx: MemberContext,
  { kind, given, seen }: { kind: ConsentKind; given: boolean; seen: number },
): Promise<SayConsentResult> {
  const { db, studio, person, guardianId, actor } = ctx
  const { texts, mine } = await batch(db, {
    texts: consentTextsStatement(ctx),
    mine: db.all<{ minor: number }>(sql`
      SELECT ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${person.id}`),
  })
  const mayAgree = guardianId ? kind.purpose !== 'marketing' : mine[0]?.minor !== 1
  if (given && !mayAgree) return { ok: false, reason: 'minor' }
  const text = textsOf(studio.name, texts).find((one) => consentName(one) === consentName(kind))
  if (!text || (given && text.version !== seen)) return { ok: false, reason: 'new_text' }
  const { channel } = kind
  const byAddress = channel === 'email' || channel === 'sms'
  // A text that nobody has written yet becomes its first version, so that it is known what was
  // agreed to.
  const firstId = await derivedId(studio.id, consentName(kind), '1', text.text)
  const textId = text.id ?? firstId
  const stands = sql`EXISTS (SELECT 1 FROM consent_texts AS agreed
    WHERE agreed.studio_id = ${studio.id} AND agreed.id = ${textId})`
  const { there } = await batch(db, {
    first: given && text.id === null ? firstTextStatement(ctx, { ...text, id: firstId }) : null,
    write: consentStatement(
      ctx,
      {
        ...kind,
        personId: person.id,
        given,
        textId: given ? textId : null,
        source: guardianId ? 'guardian' : 'person',
        byName: guardianId ? actor.name : '',
      },
      given ? stands : sql`1`,
    ),
    suppressed:
      byAddress && !given ? suppressStatement(ctx, person.id, { channel, why: 'withdrawn' }) : null,
    lifted: byAddress && given ? liftSuppressionStatement(ctx, person.id, channel, stands) : null,
    there: db.all<{ stands: number }>(sql`SELECT ${stands} AS stands`),
  })
  return given && there[0]?.stands !== 1 ? { ok: false, reason: 'new_text' } : { ok: true }
}
