import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { minorSql } from '../minor-sql.server.ts'
import {
  consentStatement,
  consentsStatement,
  liftSuppressionStatement,
  suppressStatement,
} from './consent-statements.server.ts'
import { consentTextsStatement, textsOf } from './consent-texts.server.ts'
import { type ConsentKind, type ConsentRow, consentKinds, consentName } from './consent-words.ts'
import { keptAddressesSql } from './unreachable-sql.server.ts'

export type RecordConsentResult = { ok: true } | { ok: false; reason: 'not_found' | 'minor' }

/**
 * Notes at the desk what a person has said about a consent: yes to the version that stands now, or
 * no. The same again changes nothing. A no suppresses the address they have, a yes ends that.
 * Refused: somebody the studio does not have, and a yes to news and offers for somebody under age.
 */
export async function recordConsent(
  ctx: StaffContext,
  personId: string,
  { kind, given }: { kind: ConsentKind; given: boolean },
): Promise<RecordConsentResult> {
  const { db, studio, actor } = ctx
  const { texts, person } = await batch(db, {
    texts: consentTextsStatement(ctx),
    person: db.all<{ minor: number }>(sql`
      SELECT ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
  })
  const [found] = person
  if (!found) return { ok: false, reason: 'not_found' }
  if (given && found.minor === 1 && kind.purpose === 'marketing')
    return { ok: false, reason: 'minor' }
  const text = textsOf(studio.name, texts).find((one) => consentName(one) === consentName(kind))
  const { channel } = kind
  const byAddress = channel === 'email' || channel === 'sms'
  await batch(db, {
    write: consentStatement(ctx, {
      ...kind,
      personId,
      given,
      textId: given ? (text?.id ?? null) : null,
      source: 'desk',
      byName: actor.name,
    }),
    audit: auditStatement(
      ctx,
      {
        action: given ? 'consent.given' : 'consent.withdrawn',
        subjectKind: 'person',
        subjectId: personId,
        detail: { consent: consentName(kind), version: text?.version ?? 0 },
      },
      rightAfterChange,
    ),
    suppressed:
      byAddress && !given ? suppressStatement(ctx, personId, { channel, why: 'withdrawn' }) : null,
    lifted: byAddress && given ? liftSuppressionStatement(ctx, personId, channel) : null,
  })
  return { ok: true }
}

export type ConsentsPage = {
  person: { id: string; name: string; minor: boolean }
  /** Each consent as it stands, with what it stands on. */
  now: (ConsentKind & { given: boolean; latest: ConsentRow | null })[]
  history: ConsentRow[]
  /** Addresses of theirs that are not written to. */
  suppressed: { channel: 'email' | 'sms'; address: string }[]
}

/** What a person has consented to, and since when. Null where the studio has no such person. */
export async function consentsPage(
  ctx: StudioContext,
  personId: string,
): Promise<ConsentsPage | null> {
  const { db, studio } = ctx
  const { person, history, suppressed } = await batch(db, {
    person: db.all<{ id: string; name: string; minor: number }>(sql`
      SELECT person.id, person.name, ${minorSql(ctx)} AS minor FROM people AS person
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
    history: consentsStatement(ctx, personId),
    suppressed: db.all<{ channel: 'email' | 'sms'; address: string }>(sql`
      SELECT suppression.channel, suppression.address
      FROM people AS person CROSS JOIN suppressions AS suppression
        ON suppression.studio_id = person.studio_id
        AND (suppression.channel = 'email' AND suppression.address = person.email
          OR suppression.channel = 'sms'
            AND suppression.address IN ${keptAddressesSql(ctx, 'sms')})
      WHERE person.studio_id = ${studio.id} AND person.id = ${personId}`),
  })
  const [found] = person
  if (!found) return null
  return {
    person: { ...found, minor: found.minor === 1 },
    now: standingOf(history),
    history,
    suppressed,
  }
}

/** The latest word on each consent. */
export const standingOf = (history: readonly ConsentRow[]): ConsentsPage['now'] =>
  consentKinds.map((kind) => {
    const latest = history.find((row) => consentName(row) === consentName(kind)) ?? null
    return { ...kind, latest, given: latest?.given === 1 }
  })
