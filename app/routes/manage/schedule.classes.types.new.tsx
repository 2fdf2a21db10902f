import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { classColours, classIcons, classTypeForm } from '#app/domain/scheduling/class-type-fields.ts'
import { classTypesPage } from '#app/domain/scheduling/class-type-queries.server.ts'
import { saveClassType } from '#app/domain/scheduling/save-class-type.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/page-form.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClassTypeFields } from '#app/ui/schedule/class-type-form.tsx'
import { newId } from '#app/values/id.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a class type', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const { disciplines, levels } = await classTypesPage(ctx)
  return {
    studio: { slug: ctx.studio.slug },
    typeKey: newId(),
    disciplines,
    levels,
    colours: classColours,
    icons: classIcons,
  }
}

/** Adds the type: 303 to the list; a name the studio has already stays with its field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const submission = await parseForm(request, classTypeForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveClassType(ctx, submission.value, { change: false })
  if (result.ok) return redirectWithFlash(app, paths.manageClassTypes(ctx.studio), `${submission.value.name} is added.`)
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { fields: { name: ['There is a class type of that name'] }, code: result.reason })
}

const empty = {
  name: '',
  shortName: '',
  disciplineId: '',
  levelId: '',
  minutes: '60',
  dropIn: '',
  description: '',
  colour: '',
  icon: '',
}

export default function NewClassType() {
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <PageHead title="Add a class type" intro="What a class is. Its dates are made apart." />
      <ClassTypeFields {...useLoaderData<typeof loader>()} values={empty} answer={answer} submit="Add the class type" />
    </>
  )
}
