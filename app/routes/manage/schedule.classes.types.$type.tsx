import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import { classColours, classIcons, classTypeForm } from '#app/domain/scheduling/class-type-fields.ts'
import { classTypesPage } from '#app/domain/scheduling/class-type-queries.server.ts'
import { archiveClassType, saveClassType } from '#app/domain/scheduling/save-class-type.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { invalid, parseForm, refused } from '#app/http/form.server.ts'
import { notFound, requirePermission } from '#app/http/guards.server.ts'
import { paths } from '#app/paths.ts'
import type { PageFormAnswer } from '#app/ui/form/page-form.ts'
import { PageHead } from '#app/ui/list/list-page.tsx'
import { pageTitle } from '#app/ui/page-title.ts'
import { ClassTypeFields } from '#app/ui/schedule/class-type-form.tsx'
import { typedMinor } from '#app/values/money.ts'
import { count } from '#app/values/wording.ts'

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  pageTitle(data ? data.values.name : 'Class type', { matches })

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { ctx } = await requirePermission(context, 'schedule:write')
  const { types, disciplines, levels } = await classTypesPage(ctx)
  const type = types.find(({ id }) => id === params.type)
  if (!type) throw notFound()
  const { name, shortName, disciplineId, description, colour, icon } = type
  return {
    studio: { slug: ctx.studio.slug },
    typeKey: type.id,
    ahead: type.ahead,
    archived: type.archivedAt !== null,
    disciplines,
    levels,
    colours: classColours,
    icons: classIcons,
    values: {
      ...{ name, shortName, disciplineId, description, colour, icon },
      levelId: type.levelId ?? '',
      minutes: String(type.minutes),
      dropIn: type.dropInMinor === null ? '' : typedMinor(type.dropInMinor, ctx.studio.currency),
    },
  }
}

/** Changes the type, or archives it and brings it back: the address says which (`?archive=1`, `?archive=0`). */
export async function action({ context, request, params }: ActionFunctionArgs) {
  const { app, ctx } = await requirePermission(context, 'schedule:write')
  const archive = app.url.searchParams.get('archive')
  if (archive !== null) {
    if (!(await archiveClassType(ctx, params.type ?? '', archive === '1'))) throw notFound()
    const said = archive === '1' ? 'Archived. Classes that stand go on.' : 'In use again.'
    return redirectWithFlash(app, paths.manageClassTypes(ctx.studio), said)
  }
  const submission = await parseForm(request, classTypeForm(ctx.studio.currency))
  if (submission.status !== 'success') return invalid(submission)
  const result = await saveClassType(ctx, { ...submission.value, key: params.type ?? '' }, { change: true })
  if (result.ok)
    return redirectWithFlash(app, paths.manageClassTypes(ctx.studio), `${submission.value.name} is changed.`)
  if (result.reason === 'not_found') throw notFound()
  return refused(submission, { fields: { name: ['There is a class type of that name'] }, code: result.reason })
}

export default function ClassType() {
  const data = useLoaderData<typeof loader>()
  const answer = useActionData() as PageFormAnswer | undefined
  const { studio, typeKey, archived, ahead, values } = data
  return (
    <>
      <PageHead
        title={values.name}
        intro={`${count(ahead, 'class', 'classes')} ahead.`}
        actions={
          <Form method="post" action={`${paths.manageClassType(studio, typeKey)}?archive=${archived ? 0 : 1}`}>
            <button type="submit" className="button">
              {archived ? 'Use it again' : 'Archive it'}
            </button>
          </Form>
        }
      />
      <ClassTypeFields {...data} answer={answer} submit="Save the class type" />
    </>
  )
}
