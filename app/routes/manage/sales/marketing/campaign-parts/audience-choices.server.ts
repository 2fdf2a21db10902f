import { batch } from '#app/db/batch.server.ts'
import {
  audiences,
  keptChoice,
  listChoice,
  segmentChoice,
} from '#app/domain/marketing/audiences.ts'
import { segmentsStatement } from '#app/domain/people/list/segments.server.ts'
import type { StaffContext } from '#app/domain/scope/staff-context.ts'

/**
 * What the form offers to write to: `kept` is whom it is for already, `list` whether filters of the
 * people list came along.
 */
export async function audienceChoices(
  ctx: StaffContext,
  { kept = '', list = false }: { kept?: string; list?: boolean },
): Promise<{ value: string; label: string }[]> {
  const { segments } = await batch(ctx.db, {
    segments: segmentsStatement(ctx, ctx.actor.userId),
  })
  return [
    ...(kept ? [{ value: keptChoice, label: `As it is: ${kept}` }] : []),
    ...(list ? [{ value: listChoice, label: 'The people you filtered' }] : []),
    ...audiences.map(({ who, name }) => ({ value: who as string, label: name })),
    ...segments.map(({ id, name }) => ({
      value: `${segmentChoice}${id}`,
      label: `Segment: ${name}`,
    })),
  ]
}
