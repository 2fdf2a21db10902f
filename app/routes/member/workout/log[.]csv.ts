import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { MemberContext } from '#app/domain/scope/contexts.ts'
import { exportedSets } from '#app/domain/training-log/history/log-export.server.ts'
import { csvStreamAnswer } from '#app/http/downloads/csv.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import type { CsvCell } from '#app/values/csv.ts'

const head = [
  ...['workout', 'start', 'end', 'exercise', 'set', 'kind', 'weight_kg', 'reps', 'seconds'],
  ...['metres', 'rpe', 'reps_in_reserve', 'note'],
]

async function* rowsOf(ctx: MemberContext): AsyncGenerator<CsvCell[][]> {
  yield [head]
  for await (const rows of exportedSets(ctx))
    yield rows.map((set) => [
      ...[set.name, set.startedAt, set.endedAt, set.exercise ?? '', set.n, set.type],
      ...[set.kg, set.reps, set.seconds, set.metres, set.rpe, set.rir].map((one) => one ?? ''),
      set.note,
    ])
}

/** The person's log as a file, one line a set. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  return csvStreamAnswer(`${ctx.studio.slug}-workouts`, rowsOf(ctx))
}
