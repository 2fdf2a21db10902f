import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { classTypeForm } from '#app/domain/scheduling/class-types/class-type-fields.ts'
import { classTypesPage } from '#app/domain/scheduling/class-types/class-type-queries.server.ts'
import { saveClassType } from '#app/domain/scheduling/class-types/save-class-type.server.ts'
import { fieldRules } from '#app/http/field-rules.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { iconChoices } from '#app/http/icons.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/form-answer.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { newId } from '#app/values/id.ts'
import { ClassTypeFields } from './class-type-form/form.tsx'
import { readClassType } from './class-type-form/values.server.ts'

export const meta: MetaFunction = ({ matches }) => pageTitle('Add a class type', { matches })

export async function loader({ context }: LoaderFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const { disciplines, levels } = await classTypesPage(ctx)
  return {
    rules: fieldRules(classTypeForm(ctx.studio.currency)),
    studio: { slug: ctx.studio.slug },
    typeKey: newId(),
    disciplines,
    levels,
    icons: await iconChoices(app.env, { query: '', chosen: '' }),
  }
}

/** Adds the type: 303 to the list; a name the studio has already stays with its field. */
export async function action({ context, request }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const read = await readClassType(app, ctx, request)
  if (!read.ok) return read.answer
  const result = await saveClassType(ctx, read.form, null)
  if (result.ok)
    return redirectWithFlash(app, paths.manageClassTypes(ctx.studio), `${read.form.name} is added.`)
  if (result.reason === 'not_found') throw notFound()
  return read.nameTaken()
}

const empty = {
  name: '',
  shortName: '',
  disciplineId: '',
  levelId: '',
  minutes: '60',
  dropIn: '',
  setUpMinutes: '0',
  walkIns: '0',
  language: '',
  access: '',
  description: '',
  colour: '',
  icon: '',
  cover: '',
}

export default function NewClassType() {
  const answer = useActionData() as PageFormAnswer | undefined
  return (
    <>
      <PageHead title="Add a class type" intro="What a class is. You add its dates separately." />
      <ClassTypeFields
        {...useLoaderData<typeof loader>()}
        version={null}
        values={empty}
        answer={answer}
        submit="Add class type"
      />
    </>
  )
}
