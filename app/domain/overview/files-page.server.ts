import { batch } from '#app/db/batch.server.ts'
import { myFilesStatement } from '#app/domain/files/file-queries.server.ts'
import { sizeWords } from '#app/domain/files/file-words.ts'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { dayMonthYear } from '#app/values/wording.ts'
import { localDate } from '#app/values/zone.ts'

/** Files that a member may read, their own first. One trip. */
export async function filesOfMinePage(
  ctx: MemberContext,
  viewer: { personId: string; name: string; email: string },
) {
  const { locale, timeZone } = ctx.studio
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    files: myFilesStatement(ctx, viewer.personId),
  })
  return {
    shell: toShell(answer, viewer),
    files: answer.files.map(({ id, name, bytes, updatedAt, mine }) => ({
      id,
      name,
      text: [
        mine ? 'For you' : 'For members',
        sizeWords(bytes),
        dayMonthYear(localDate(updatedAt, timeZone), locale),
      ].join(', '),
    })),
  }
}
