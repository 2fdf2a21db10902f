import { sql } from 'drizzle-orm'
import { batch } from '#app/db/batch.server.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { proofOf } from './kiosk-proof.ts'
import { kioskProofStatement } from './kiosk-settings.server.ts'
import { newMemberCode } from './member-code.ts'

type PageViewer = { personId: string; name: string; email: string }

const codeStatement = ({ db, studio, person }: MemberContext) =>
  db.all<{ code: string }>(
    sql`SELECT code FROM member_codes WHERE studio_id = ${studio.id} AND person_id = ${person.id}`,
  )

/**
 * The person's code, made on the first look: it says nothing that the person could want to hold
 * back, and at the door nobody presses a button first. Looking twice at once makes one.
 */
export async function memberCodePage(ctx: MemberContext, viewer: PageViewer) {
  const { db, studio, person, now } = ctx
  const answer = await batch(db, {
    made: db.run(sql`
      INSERT INTO member_codes (person_id, studio_id, code, created_at)
      VALUES (${person.id}, ${studio.id}, ${newMemberCode()}, ${now}) ON CONFLICT DO NOTHING`),
    code: codeStatement(ctx),
    asks: kioskProofStatement(ctx),
    ...shellStatements(ctx, viewer),
  })
  return {
    shell: toShell(answer, viewer),
    code: answer.code[0]?.code ?? null,
    /** Whether the kiosks ask for a PIN. */
    asksForPin: proofOf(answer.asks) === 'pin',
  }
}

/**
 * Another code in place of `replaces`, the one the page showed: that one opens nothing from now on.
 * Sending the form twice makes one new code and not two. Answers the code that holds.
 */
export async function replaceMemberCode(
  ctx: MemberContext,
  replaces: string,
): Promise<string | null> {
  const { db, studio, person, now } = ctx
  const next = newMemberCode()
  const { code } = await batch(db, {
    made: db.run(sql`
      UPDATE member_codes SET code = ${next}, created_at = ${now}
      WHERE studio_id = ${studio.id} AND person_id = ${person.id} AND code = ${replaces}
        AND NOT EXISTS (SELECT 1 FROM member_codes AS code
          WHERE code.studio_id = ${studio.id} AND code.code = ${next})`),
    code: codeStatement(ctx),
  })
  return code[0]?.code ?? null
}
