import { sql } from 'drizzle-orm'
import { batch, type Statement } from '#app/db/batch.server.ts'
import { auditStatement, rightAfterChange } from '#app/domain/audit/audit.server.ts'
import type { StudioContext } from '#app/domain/scope/contexts.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'
import { derivedId } from '#app/values/id.ts'
import { type ConsentKind, consentKinds, consentName, firstConsentText } from './consent-words.ts'

export type ConsentText = ConsentKind & { id: string | null; version: number; text: string }

type Row = ConsentKind & { id: string; version: number; text: string }

/** The newest version of each text that a studio has written. */
export function consentTextsStatement({ db, studio }: StudioContext): Statement<Row[]> {
  return db.all<Row>(sql`
    SELECT text.id, text.channel, text.purpose, text.version, text.text
    FROM consent_texts AS text
    WHERE text.studio_id = ${studio.id} AND text.version = (
      SELECT max(newer.version) FROM consent_texts AS newer
      WHERE newer.studio_id = text.studio_id AND newer.channel = text.channel
        AND newer.purpose = text.purpose)`)
}

/** What is asked now, one a consent; without an id where the studio has written none yet. */
export const textsOf = (studioName: string, rows: readonly Row[]): ConsentText[] =>
  consentKinds.map(
    (kind) =>
      rows.find((row) => consentName(row) === consentName(kind)) ?? {
        ...kind,
        id: null,
        version: 0,
        text: firstConsentText(kind, studioName),
      },
  )

/** Writes down the text that stands where a studio has written none, for somebody's batch. */
export function firstTextStatement(
  { db, studio, now }: StudioContext,
  { id, channel, purpose, text }: ConsentKind & { id: string; text: string },
): Statement<D1Result> {
  return db.run(sql`
    INSERT INTO consent_texts (id, studio_id, channel, purpose, version, text, created_at,
      created_by)
    VALUES (${id}, ${studio.id}, ${channel}, ${purpose}, 1, ${text}, ${now}, '')
    ON CONFLICT DO NOTHING`)
}

/**
 * Makes sure that a text is written down as a version: the newest one where it says just that, else
 * the next. Two at once make one. Answers the version's id and number; null where somebody else
 * has written another one meanwhile.
 */
export async function keepConsentText(
  ctx: StaffContext,
  kind: ConsentKind,
  text: string,
): Promise<ConsentText | null> {
  const { db, studio, now, actor } = ctx
  const { latest } = await batch(db, { latest: consentTextsStatement(ctx) })
  const held = latest.find((row) => consentName(row) === consentName(kind))
  if (held?.text === text) return held
  const version = (held?.version ?? 0) + 1
  const id = await derivedId(studio.id, consentName(kind), String(version), text)
  const { after } = await batch(db, {
    write: db.run(sql`
      INSERT INTO consent_texts (id, studio_id, channel, purpose, version, text, created_at,
        created_by)
      VALUES (${id}, ${studio.id}, ${kind.channel}, ${kind.purpose}, ${version}, ${text}, ${now},
        ${actor.name})
      ON CONFLICT DO NOTHING`),
    audit: auditStatement(
      ctx,
      {
        action: 'consent_text.changed',
        subjectKind: 'studio',
        subjectId: studio.id,
        detail: { consent: consentName(kind), version },
      },
      rightAfterChange,
    ),
    after: consentTextsStatement(ctx),
  })
  const written = after.find((row) => row.id === id)
  return written ?? null
}
