import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import * as z from 'zod'
import { batch } from '#app/db/batch.server.ts'
import { setWeightUnit, weightUnitStatement } from '#app/domain/people/weight-unit.server.ts'
import { shellStatements, toShell } from '#app/domain/studios/shell-queries.server.ts'
import { weightUnitOf } from '#app/domain/workouts/plan/tokens.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm } from '#app/http/form.server.ts'
import { requireMember } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import { SubmitButton } from '#app/ui/form/buttons.tsx'
import { BackLink } from '#app/ui/layout/back-link.tsx'
import { Main } from '#app/ui/layout/main.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { pageTitle } from '#app/ui/page-title.ts'

const unitForm = z.object({ unit: z.enum(['', 'kg', 'lb']).catch('') })

export const handle = { styles: ['back-link', 'button', 'pick'] } satisfies PageHandle

export const meta: MetaFunction = ({ matches }) => pageTitle('Kilograms or pounds', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx, viewer } = await requireMember(context)
  const answer = await batch(ctx.db, {
    ...shellStatements(ctx, viewer),
    unit: weightUnitStatement(ctx, viewer.personId),
  })
  const { slug, name } = ctx.studio
  return {
    shell: toShell(answer, viewer),
    chosen: answer.unit[0]?.weightUnit ?? '',
    usual: weightUnitOf(ctx.studio) === 'kg' ? 'kilograms' : 'pounds',
    studio: { slug, name },
  }
}

/** Sets what the person reads weights in. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { app, ctx } = await requireMember(context)
  const submission = await parseForm(request, unitForm)
  if (submission.status !== 'success') return invalid(submission)
  await setWeightUnit(ctx, submission.value.unit)
  return redirectWithFlash(app, paths.portalUnits(ctx.studio), 'Saved.')
}

export default function Units() {
  const { studio, chosen, usual } = useLoaderData<typeof loader>()
  const choices = [
    ['', `As ${studio.name} has it: ${usual}`],
    ['kg', 'Kilograms'],
    ['lb', 'Pounds'],
  ] as const
  return (
    <Main slim>
      <BackLink to={paths.workouts(studio)}>Workouts</BackLink>
      <h1>Kilograms or pounds</h1>
      <form method="post" className="stack mid-gap">
        <fieldset className="stack">
          <legend>You read weights in</legend>
          {choices.map(([value, label]) => (
            <label className="pick" key={value}>
              <input type="radio" name="unit" value={value} defaultChecked={chosen === value} />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
        <p className="soft">What you logged stays as it is and is shown in the new unit.</p>
        <SubmitButton>Save</SubmitButton>
      </form>
    </Main>
  )
}
