import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { exportedWorkouts } from '#app/domain/training-log/history/log-export.server.ts'
import { requireMember } from '#app/http/guards.server.ts'

/** The person's log as a file for programs: workouts with their sets, in kg, m and s. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requireMember(context)
  const workouts = await exportedWorkouts(ctx)
  return new Response(JSON.stringify({ version: 1, units: 'kg, m, s', workouts }), {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="${ctx.studio.slug}-workouts.json"`,
    },
  })
}
